import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import type { AccountKind, AccountPlace } from './account.ts';

export interface KnownAccount extends AccountPlace {
  id: number;
}

/**
 * The ids of accounts and their places, as far as this process has seen them. An account is opened once, never moves
 * and is never closed.
 */
export interface KnownAccounts {
  idAt(place: AccountPlace): number | undefined;
  learn(account: KnownAccount): void;
  /** All of a company's accounts that come into being with it and are shown among its balances, by their ids. */
  getShown(companyId: number): readonly KnownAccount[] | undefined;
  learnShown(companyId: number, accounts: readonly KnownAccount[]): void;
}

/** Number of companies; some tens of megabytes. A company that was not used while as many others were is read again. */
export const MAX_KNOWN = 20_000;

interface KnownCompany {
  ids: Partial<Record<AccountKind, Map<number, number>>>;
  shown?: readonly KnownAccount[];
}

/** Uses two generations: a running batch still has its accounts when the older one is dropped. */
export const knownAccounts: (owner: object) => KnownAccounts = memoizePerOwner(() => {
  let younger = new Map<number, KnownCompany>();
  let older = new Map<number, KnownCompany>();

  function company(id: number): KnownCompany {
    const known = younger.get(id);
    if (known) return known;
    if (younger.size >= MAX_KNOWN) {
      older = younger;
      younger = new Map();
    }
    const stored = older.get(id) ?? { ids: {} };
    younger.set(id, stored);
    return stored;
  }

  function learn(account: KnownAccount): void {
    const { ids } = company(account.companyId);
    (ids[account.kind] ??= new Map()).set(getPlaceNumber(account), account.id);
  }

  return {
    idAt: (place) => company(place.companyId).ids[place.kind]?.get(getPlaceNumber(place)),
    learn,
    getShown: (companyId) => company(companyId).shown,
    learnShown(companyId, accounts) {
      accounts.forEach(learn);
      company(companyId).shown = accounts;
    },
  };
});

/** Returns the number that distinguishes a company's accounts of one kind: the number of their network or card. */
function getPlaceNumber({ partnerId, cardId }: AccountPlace): number {
  return partnerId ?? cardId ?? 0;
}
