import { wholeNumber } from '../environment.ts';

/** Settings of the nightly comparison of cards with their networks; each count applies to one network. */
export interface CardComparisonConfig {
  cardComparison: {
    /** Within as many nights each card has its turn, moved or not. */
    nights: number;
    /** Number of cards that one night compares at least. */
    least: number;
    calls: number;
    minutes: number;
  };
}

export function readCardComparisonConfig(env: NodeJS.ProcessEnv): CardComparisonConfig {
  const cardComparison = {
    // CARDS_COMPARED_IN_NIGHTS [7]: within as many nights each card is compared with its network; those that moved, each night.
    nights: wholeNumber(env, 'CARDS_COMPARED_IN_NIGHTS', 7, 1, 90),
    // CARDS_COMPARED_AT_LEAST [5000]: as many cards of a network that have not moved are compared in a night, if it has them.
    least: wholeNumber(env, 'CARDS_COMPARED_AT_LEAST', 5000, 1, 10_000_000),
    // CARDS_COMPARED_CALLS [20000]: the most calls to one network for it in a night.
    calls: wholeNumber(env, 'CARDS_COMPARED_CALLS', 20_000, 1, 10_000_000),
    // CARDS_COMPARED_MINUTES [60]: the longest that it asks one network in a night.
    minutes: wholeNumber(env, 'CARDS_COMPARED_MINUTES', 60, 1, 600),
  };
  return { cardComparison };
}
