import { expect, test } from 'vitest';
import { readOwnCards } from './own-cards.ts';

type Cards = Parameters<typeof readOwnCards>[0];

const [DIESEL, PETROL] = [3, 4];

const goods = (treeItemId: number) => ({
  cg_id: treeItemId * 100,
  title: '',
  status_id: 1,
  treeItem: { id: treeItemId },
});

const card = (partner: number, left: number | null, change: object = {}) =>
  ({
    card_number: '7005830012345678',
    partner: { id: partner, title: 'Сеть' },
    status: { id: 1, title: 'Активна' },
    goods: [goods(DIESEL)],
    goodsGroups: [],
    limit:
      left === null
        ? null
        : {
            unit_count: 300,
            unit: { id: 'amount', title: 'литры' },
            period: { id: 'P1D', title: 'сутки' },
            spent: 0,
            left,
          },
    ...change,
  }) as Partial<Cards[number]> as Cards[number];

test('§2.100 the plan takes no limit of a card that stays at home, nor one that there is not', () => {
  const own = readOwnCards([
    card(1, 40),
    card(1, 120),
    card(1, 300, { status: { id: 2, title: 'Заблокирована' } }),
    card(2, 10),
    card(2, null),
    card(3, -5),
  ]);
  expect(own.networks).toEqual([1, 2, 3]);
  expect(own.limits.map(({ partner_id, left }) => [partner_id, left])).toEqual([
    [1, 120],
    [3, 0],
  ]);
  expect(own.limits[0]?.text).toBe('Сеть: 120\u00a0л на карте ••\u00a05678');
});

test('§2.100 the plan sends no truck to a network whose card buys no diesel', () => {
  const disabled = { ...goods(DIESEL), status_id: 2 };
  const own = readOwnCards([
    card(1, 40, { goods: [disabled, goods(PETROL)] }),
    card(2, 40),
    card(2, 300, { goods: [disabled, goods(PETROL)] }),
  ]);
  expect(own.networks).toEqual([2]);
  expect(own.limits.map(({ partner_id, left }) => [partner_id, left])).toEqual([[2, 40]]);
});

test('§2.100 a limit that counts only petrol does not keep the plan from diesel', () => {
  const [petrol, both] = [[PETROL], [DIESEL, PETROL]].map((types) => ({
    goodsGroups: types.map((type) => ({ type, value: '' })),
  }));
  const own = readOwnCards([card(1, 40, petrol), card(2, 40, both)]);
  expect(own.networks).toEqual([1, 2]);
  expect(own.limits.map(({ partner_id }) => partner_id)).toEqual([2]);
});
