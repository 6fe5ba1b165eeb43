import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import type { UnreadableRecord } from './fuel-network.ts';

/** A network's lists about its cards: the cards themselves, and what some networks list separately for each. */
export type CardList = 'cards' | 'purses' | 'wallets' | 'limits' | 'restrictions';

/** The list, and which of its entries were read. Those of them that are readable now have been corrected. */
interface ListReading {
  list: CardList;
  covers: 'all' | readonly string[];
}

/**
 * Notifies a person which of a network's card records are unreadable; an empty list means that all are readable.
 * Never fails.
 */
export type ReportUnreadable = (records: readonly UnreadableRecord[], of: ListReading) => Promise<void>;

/** Logs each only once in the life of the process, because lists of cards are read for every command. */
export function logUnreadableCards(log: Logger, partnerId: PartnerId): ReportUnreadable {
  const logged = new Set<string>();
  return (records) => {
    for (const { key, problem } of records) {
      if (logged.has(key)) continue;
      logged.add(key);
      log.error({ partnerId, card: key.slice(-4), problem }, 'a card of a network can’t be read');
    }
    return Promise.resolve();
  };
}
