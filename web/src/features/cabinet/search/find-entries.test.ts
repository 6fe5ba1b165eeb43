import { expect, test } from 'vitest';
import type { Role } from '#contract/access.ts';
import type { Card, Driver } from '../../../cards/describe-card.ts';
import { buildKnown } from './card-entries.ts';
import type { Group } from './entry.ts';
import { findEntry, findEntries, usualEntries, type Given, type Offered } from './find-entries.ts';

const ivanov = driver(1, 'Иванов', 'Пётр');
const korolev = driver(2, 'Королёв', 'Иван');

const CARDS = [
  card(1, '7005800003004000', { comment: 'МАЗ А123ВС 77', drivers: [ivanov] }),
  card(2, '7005400012344821', { comment: 'Scania R450', sum: 0 }),
  card(3, '6393000000007712', { comment: '', drivers: [korolev, ivanov], status: 2 }),
];
const PLACES: Offered[] = [
  place('/cabinet', 'Карты'),
  place('/cabinet/drivers', 'Водители'),
  { ...place('/cabinet/transactions', 'Сводные отчеты'), keywords: 'сводный отчёт' },
];
const OWN: Offered[] = [
  { entry: { key: 'sign-out', kind: 'action', title: 'Выйти', run: () => {} }, keywords: 'выход' },
];

function driver(id: number, surname: string, name: string): Driver {
  return {
    id,
    surname,
    name,
    patronymic: null,
    initialName: `${name[0]}.`,
    initialPatronymic: '',
    phone: null,
  };
}

type CardInput = { comment: string; drivers?: Driver[]; sum?: number; status?: number };

function card(id: number, number: string, { comment, drivers = [], sum = 100, status = 1 }: CardInput): Card {
  return {
    id,
    card_number: number,
    comment,
    drivers,
    card_sum: sum,
    partner: { id: 2, title: 'Газпромнефть' },
    status: { id: status, title: status === 1 ? 'Активна' : 'Заблокирована' },
    inProgressOperations: [] as Card['inProgressOperations'],
  } as Card;
}

function place(to: string, title: string): Offered {
  return { entry: { key: `place:${to}`, kind: 'place', title, to } };
}

function given(role: Role = 'admin'): Given {
  const known = buildKnown(CARDS, [ivanov, korolev]);
  return { known, places: PLACES, own: OWN, who: { role, maintenance: null } };
}

function keys(groups: readonly Group[]): string[] {
  return groups.flatMap(({ entries }) => entries.map(({ key }) => key));
}

function find(text: string, role?: Role): string[] {
  return keys(findEntries(text, given(role)));
}

test('a card is found by any three digits of its number, as printed, spoken or copied', () => {
  for (const text of ['4821', '48 21', '7005 4000 1234 4821', '••\u00a04821', 'Карта •• 4821', '123'])
    expect(find(text)[0], text).toBe('card:2');
  expect(find('82')).not.toContain('card:2');
  expect(find('9999')).toEqual([]);
});

test('the digits that end a number come before those inside another one', () => {
  expect(find('4000').filter((key) => key.startsWith('card:'))).toEqual(['card:1', 'card:2']);
});

test('a card is found by its plate in either alphabet, its driver and its network', () => {
  for (const text of ['а123вс', 'A123BC77', 'маз 123']) expect(find(text)[0], text).toBe('card:1');
  expect(find('королев')).toEqual(expect.arrayContaining(['driver:2', 'card:3']));
  expect(find('газпром')).toEqual(expect.arrayContaining(['card:1', 'card:2', 'card:3']));
  expect(find('scania 4821')[0]).toBe('card:2');
  expect(find('scania 4000')).not.toContain('card:1');
});

test('a driver comes before his cards, and a place before what only mentions it', () => {
  expect(find('иванов')).toEqual(['driver:1', 'card:1', 'card:3']);
  expect(find('водители')[0]).toBe('place:/cabinet/drivers');
  expect(find('сводный отчет')).toEqual(['place:/cabinet/transactions']);
});

test.each([
  ['перевести на карту 4000', 'transfer:1'],
  ['пополнить 4000', 'transfer:1'],
  ['4000 перевод', 'transfer:1'],
  ['вывести с карты 4000', 'payout:1'],
  ['заблокировать 4000', 'block:1'],
  ['заблокировать маз', 'block:1'],
  ['разблокировать королев', 'unblock:3'],
  ['лимит 4821', 'limit:2'],
  ['услуги scania', 'goods:2'],
  ['водители карты 7712', 'drivers:3'],
  ['операции 4821', 'operations:2'],
])('«%s» is the action %s', (text, key) => {
  expect(find(text)[0]).toBe(key);
});

test('an action without a card leads to a choice, and its whole name lists cards', () => {
  const [transfer] = findEntries('перевести', given())[0]?.entries ?? [];
  expect(transfer).toMatchObject({ key: 'transfer', to: '/cabinet/card-payment/1' });
  const [block] = findEntries('заблок', given())[0]?.entries ?? [];
  expect(block).toMatchObject({ key: 'block', fill: 'Заблокировать карту ' });
  expect(find('Заблокировать карту ').slice(0, 2)).toEqual(['block:1', 'block:2']);
});

test('an action that a card does not allow now is not offered', () => {
  expect(find('заблокировать 7712')).not.toContain('block:3');
  expect(find('разблокировать 4000')).not.toContain('unblock:1');
  expect(find('вывести 4821')).not.toContain('payout:2');
});

test('a query that names one card gets everything that can be done with it', () => {
  expect(find('4821')).toEqual([
    'card:2',
    'transfer:2',
    'limit:2',
    'goods:2',
    'drivers:2',
    'operations:2',
    'block:2',
  ]);
});

test('a specialist is offered nothing that changes money or cards', () => {
  expect(find('4821', 'specialist')).toEqual(['card:2', 'limit:2', 'goods:2', 'drivers:2', 'operations:2']);
  for (const text of [
    'перевести 4821',
    'заблокировать 4821',
    'пополнить счет',
    'заказать карты',
    'новый водитель',
  ])
    expect(
      find(text, 'specialist').filter((key) => !/^(card|place)/.test(key)),
      text,
    ).toEqual([]);
  expect(keys(usualEntries([], given('specialist')))).toEqual(
    [...PLACES, ...OWN].map(({ entry }) => entry.key),
  );
});

test('before anything is typed the recent entries come first, then actions and places', () => {
  const recent = ['card:1', 'driver:2', 'place:/cabinet', 'card:99', 'place:/cabinet/gone'].map((key) =>
    findEntry(key, given()),
  );
  expect(recent.map((entry) => entry?.title ?? null)).toEqual([
    'МАЗ А123ВС 77',
    'Королёв Иван',
    'Карты',
    null,
    null,
  ]);
  const groups = usualEntries(
    recent.filter((entry) => entry !== null),
    given(),
  );
  expect(groups.map(({ title }) => title)).toEqual(['Недавнее', 'Действия', 'Разделы', 'Профиль']);
});
