import { expect, test } from 'vitest';
import type { Card } from '../../../cards/describe-card.ts';
import { getOutcome, planBulk } from './bulk-action.ts';

const ADMIN = { role: 'admin', maintenance: null } as const;

function makeCard(
  id: number,
  about: { partner?: number; status?: number; operation?: number; network_cannot?: { limit: string } } = {},
): Card {
  return {
    id,
    partner: { id: about.partner ?? 2, title: 'Сеть' },
    status: { id: about.status ?? 1, title: '' },
    network_cannot: about.network_cannot,
    inProgressOperations: about.operation ? [{ type_id: about.operation }] : [],
  } as unknown as Card;
}

test('a preview promises nothing that the server will refuse', () => {
  const cards = [
    makeCard(1),
    makeCard(2, { status: 2 }),
    makeCard(3, { status: 5 }),
    makeCard(4, { operation: 3 }),
  ];
  const plan = planBulk('block', cards, ADMIN);
  expect(plan.ready.map((card) => card.id)).toEqual([1]);
  expect(plan.skipped.map(({ reason, cards: left }) => [reason, left.map((card) => card.id)])).toEqual([
    ['Карта уже заблокирована', [2]],
    ['Карта ещё не настроена', [3]],
    ['Сеть ещё не подтвердила прежнюю блокировку или разблокировку', [4]],
  ]);
  expect(planBulk('unblock', cards, ADMIN).ready.map((card) => card.id)).toEqual([2]);
});

test('§5.31 §4.10 no limit is promised to another network’s card, nothing to one in maintenance', () => {
  const cards = [
    makeCard(1),
    makeCard(2, { partner: 3, network_cannot: { limit: 'Эта сеть лимитов не принимает' } }),
  ];
  expect(planBulk('limit', cards, ADMIN).ready.map((card) => card.id)).toEqual([1]);
  const maintenance = { partner: 2 } as never;
  expect(planBulk('goods', cards, { role: 'admin', maintenance }).ready.map((card) => card.id)).toEqual([2]);
});

test('a card that waited for its network follows its answer', () => {
  const waited = { id: 1, ok: true, waiting: true };
  const chosen = (state?: 'waiting' | 'refused') =>
    ({ ...makeCard(1), choices: state ? [{ kind: 'limit', state, reason: 'Нет договора' }] : [] }) as Card;
  expect(getOutcome('limit', waited, undefined)).toEqual({ state: 'waiting' });
  expect(getOutcome('limit', waited, chosen('waiting'))).toEqual({ state: 'waiting' });
  expect(getOutcome('limit', waited, chosen('refused'))).toEqual({
    state: 'refused',
    reason: 'Нет договора',
  });
  expect(getOutcome('limit', waited, chosen())).toEqual({ state: 'done' });
  expect(getOutcome('block', waited, makeCard(1, { operation: 3 }))).toEqual({ state: 'waiting' });
  expect(getOutcome('block', waited, makeCard(1, { status: 2 }))).toEqual({ state: 'done' });
  expect(getOutcome('block', waited, makeCard(1))).toEqual({ state: 'refused', reason: 'Сеть отказала' });
  expect(getOutcome('limit', { id: 1, ok: false, waiting: false, message: 'Нет' }, chosen())).toEqual({
    state: 'refused',
    reason: 'Нет',
  });
});
