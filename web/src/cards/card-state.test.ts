import { expect, test } from 'vitest';
import type { Card } from './describe-card.ts';
import { cardState, STATUS_FILTER, statusAction } from './card-state.ts';

const MANAGER = { role: 'manager', maintenance: null } as const;

test('§4.4 the status filter writes the spec’s numbers, blocked being 3, before its own', () => {
  expect(STATUS_FILTER.map((item) => item.value)).toEqual(['1', '5', '3', 'empty']);
});

test('§4.5 §4.6 an active card offers to block, a blocked one to unblock', () => {
  expect(statusAction(card(1), MANAGER)).toEqual({
    label: 'Заблокировать',
    blocks: true,
    disabledReason: null,
  });
  expect(statusAction(card(2), MANAGER)).toEqual({
    label: 'Разблокировать',
    blocks: false,
    disabledReason: null,
  });
});

test.each([
  [1, 3, 'Карта блокируется'],
  [2, 4, 'Карта разблокируется'],
])(
  '§4.7 no second request is made while the network thinks: status %i, operation %i',
  (status, type, label) => {
    const waiting = card(status, type);
    expect(cardState(waiting)).toEqual({ tone: 'wait', text: label });
    expect(statusAction(waiting, MANAGER)).toMatchObject({
      label,
      disabledReason: 'Сеть ещё не подтвердила',
    });
  },
);

test.each([
  ['staff', 'Карту заблокировала программа'],
  ['signal', 'Карту закрыла проверка заправок'],
  ['rules', 'Бюджет группы исчерпан'],
] as const)('a card that %s holds says who keeps it blocked', (kind, reason) => {
  const hold = { kind, reason: 'Бюджет группы исчерпан', since: '2026-09-01T09:00:00Z' };
  expect(statusAction({ ...card(2), hold }, MANAGER).disabledReason).toBe(reason);
});

test('§4.9 §6.4 a specialist can’t block a card', () => {
  const { disabledReason } = statusAction(card(1), { role: 'specialist', maintenance: null });
  expect(disabledReason).toBe('У вас просмотр: менять может менеджер или администратор');
});

test.each([
  [2, true],
  [0, true],
  [3, false],
])('§4.10 a card of partner 2 while works of partner %i go on: refused %s', (partner, refused) => {
  const moment = { date: '01.10.2026', time: '10:00' };
  const maintenance = { message: 'Работы', start: moment, end: moment, partner };
  expect(statusAction(card(1), { role: 'admin', maintenance }).disabledReason !== null).toBe(refused);
});

test('§4.10 a card of the second of two networks in maintenance can’t be blocked', () => {
  const moment = { date: '01.10.2026', time: '10:00' };
  const maintenance = { message: 'Работы', start: moment, end: moment, partner: 1, partners: [1, 2] };
  expect(statusAction(card(1), { role: 'admin', maintenance }).disabledReason).toBe(
    'У сети идут технические работы',
  );
});

function card(statusId: number, waitingType?: number): Card {
  return {
    id: 1,
    card_number: '7005123412341234',
    card_sum: 0,
    shortfall: 0,
    partner: { id: 2, title: 'Газпромнефть' },
    partner_name: 'Газпромнефть',
    status: { id: statusId, title: 'Статус' },
    is_virtual: false,
    comment: '',
    drivers: [],
    vehicle: null,
    group: null,
    limit: null,
    limit_periods: [],
    goodsGroups: [],
    goods_source: 'none',
    goods: [],
    group_id: null,
    choices: [],
    inProgressOperations: waitingType
      ? [{ id: 1, type: { id: waitingType, title: 'Тип' }, type_id: waitingType, sum: 0 }]
      : [],
    operations: [],
    hold: null,
    price: 1,
  };
}
