import { expect, test } from 'vitest';
import type { AccountPlace } from './account.ts';
import { knownAccounts, MOST_KNOWN } from './known-accounts.ts';

test('an account is known by its place and by its id, a card’s apart from a network’s of the same number', () => {
  const known = knownAccounts({});
  const partner: AccountPlace = { companyId: 1, kind: 'partner', partnerId: 7 };
  const card: AccountPlace = { companyId: 1, kind: 'card', cardId: 7 };
  known.learn(10, partner);
  known.learn(11, card);
  expect([known.idAt({ ...partner }), known.idAt({ ...card })]).toEqual([10, 11]);
  expect(known.placeOf(11)).toEqual(card);
  expect(known.idAt({ companyId: 2, kind: 'partner', partnerId: 7 })).toBeUndefined();
});

test('a process that lives for years does not fill its memory with them', () => {
  const known = knownAccounts({});
  for (let id = 1; id <= MOST_KNOWN + 1; id += 1) known.learn(id, { companyId: id, kind: 'bank' });
  expect(known.placeOf(1)).toBeUndefined();
  expect(known.idAt({ companyId: MOST_KNOWN + 1, kind: 'bank' })).toBe(MOST_KNOWN + 1);
});
