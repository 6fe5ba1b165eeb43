import { madeOnce } from '../../lib/made-once.ts';
import type { AccountPlace } from './account.ts';
import { placeKey } from './ledger-store.ts';

/**
 * The ids of accounts and their places, as far as this process has seen them. An account is opened once, never moves
 * and is never closed.
 */
export interface KnownAccounts {
  idAt(place: AccountPlace): number | undefined;
  placeOf(id: number): AccountPlace | undefined;
  learn(id: number, place: AccountPlace): void;
}

/** Some tens of megabytes; beyond that all are forgotten and looked up again. */
export const MOST_KNOWN = 200_000;

export const knownAccounts: (owner: object) => KnownAccounts = madeOnce(() => {
  const ids = new Map<string, number>();
  const places = new Map<number, AccountPlace>();
  return {
    idAt: (place) => ids.get(placeKey(place)),
    placeOf: (id) => places.get(id),
    learn(id, place) {
      if (places.size >= MOST_KNOWN) {
        ids.clear();
        places.clear();
      }
      ids.set(placeKey(place), id);
      places.set(id, place);
    },
  };
});
