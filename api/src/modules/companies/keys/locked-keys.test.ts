import { expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { lockedKeys, type KeyMovementCheck } from './locked-keys.ts';
import type { MovingKey } from './keys.ts';

const NOW = new Date('2026-09-15T20:59:00Z');
const key: MovingKey = {
  id: 1,
  companyId: 7,
  scopes: ['money:write'],
  revokedAt: null,
  expiresAt: null,
  isOwned: true,
  dailySum: kopecks(1000),
  cardIds: null,
  moved: { '2026-09-15': kopecks(300) },
};
const request: KeyMovementCheck = {
  companyId: 7,
  keyId: 1,
  cardId: 5,
  sum: kopecks(400),
  scope: 'money:write',
};

test('the batch’s and the day’s earlier limits are subtracted, unspent ones are not', () => {
  const keys = lockedKeys([key], NOW);
  keys.spend(keys.check(request));
  keys.check({ ...request, sum: kopecks(300) });
  keys.check({ ...request, sum: kopecks(300) });
  expect(() => keys.check({ ...request, sum: kopecks(301) })).toThrow(
    'Сегодня ключ может перевести ещё 3,00',
  );
  expect(keys.spent()).toEqual([{ keyId: 1, companyId: 7, day: '2026-09-15', sum: 400 }]);
});

test('the day is that of Moscow', () => {
  const keys = lockedKeys([key], new Date('2026-09-15T21:00:00Z'));
  keys.check({ ...request, sum: kopecks(1000) });
});

test.each([
  ['Ключ отозван', { revokedAt: NOW }],
  ['Срок ключа истёк', { expiresAt: NOW }],
  ['больше не администратор', { isOwned: false }],
  ['не переводит деньги', { scopes: ['cards:read'] }],
  ['не переводит деньги на эту карту', { cardIds: [6] }],
] as const)('a key that was closed meanwhile moves nothing: %s', (sentence, change) => {
  const keys = lockedKeys([{ ...key, ...change } as MovingKey], NOW);
  expect(() => keys.check(request)).toThrow(sentence);
});
