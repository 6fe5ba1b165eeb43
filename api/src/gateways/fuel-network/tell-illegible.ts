import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import type { IllegibleRecord } from './fuel-network.ts';

/** The lists of a network that tell of its cards: the cards themselves, and what some networks tell of each apart. */
export type CardList = 'cards' | 'purses' | 'wallets' | 'limits' | 'restrictions';

/** Of which list, and which of its entries were read: what can be read of these now is mended. */
export interface ListReading {
  list: CardList;
  covers: 'all' | readonly string[];
}

/** Tells a person which records of a network's cards can't be read; an empty list says that all could be. Never fails. */
export type TellIllegible = (records: readonly IllegibleRecord[], of: ListReading) => Promise<void>;

/** Once for each in the life of the process: lists of cards are read for every command. */
export function tellIllegible(log: Logger, partnerId: PartnerId): TellIllegible {
  const told = new Set<string>();
  return (records) => {
    for (const { key, problem } of records) {
      if (told.has(key)) continue;
      told.add(key);
      log.error({ partnerId, card: key.slice(-4), problem }, 'a card of a network can’t be read');
    }
    return Promise.resolve();
  };
}
