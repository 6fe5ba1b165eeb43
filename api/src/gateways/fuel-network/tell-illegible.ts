import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import type { IllegibleRecord } from './fuel-network.ts';

/** Tells a person which records of a network's cards can't be read. */
export type TellIllegible = (records: readonly IllegibleRecord[]) => void;

/** Once for each in the life of the process: lists of cards are read for every command. */
export function tellIllegible(log: Logger, partnerId: PartnerId): TellIllegible {
  const told = new Set<string>();
  return (records) => {
    for (const { key, problem } of records) {
      if (told.has(key)) continue;
      told.add(key);
      log.error({ partnerId, card: key.slice(-4), problem }, 'a card of a network can’t be read');
    }
  };
}
