import { expect, test } from 'vitest';
import type { AccountPlace } from './account.ts';
import { knownAccounts, MAX_KNOWN } from './known-accounts.ts';

test('an account is identified by its place, a card’s apart from a network’s', () => {
  const known = knownAccounts({});
  const partner: AccountPlace = { companyId: 1, kind: 'partner', partnerId: 7 };
  const card: AccountPlace = { companyId: 1, kind: 'card', cardId: 7 };
  known.learn({ id: 10, ...partner });
  known.learn({ id: 11, ...card });
  expect([known.idAt({ ...partner }), known.idAt({ ...card })]).toEqual([10, 11]);
  expect(known.idAt({ companyId: 2, kind: 'partner', partnerId: 7 })).toBeUndefined();
});

test('a company of which one account is known is not taken for one of which all are', () => {
  const known = knownAccounts({});
  const account = { id: 10, companyId: 1, kind: 'unallocated' } as const;
  known.learn(account);
  expect(known.getShown(1)).toBeUndefined();
  known.learnShown(1, [account]);
  expect(known.getShown(1)).toEqual([account]);
});

test('a process that runs for years caches a bounded number of them, with those in use', () => {
  const known = knownAccounts({});
  const bank = (companyId: number) => ({ companyId, kind: 'bank' }) as const;
  known.learn({ id: 1, ...bank(1) });
  known.learn({ id: 2, ...bank(2) });
  for (let round = 1; round <= 2; round += 1) {
    for (let count = 1; count < MAX_KNOWN; count += 1) {
      const id = round * MAX_KNOWN + count;
      known.learn({ id, ...bank(id) });
    }
    expect(known.idAt(bank(1))).toBe(1);
  }
  expect(known.idAt(bank(2))).toBeUndefined();
});
