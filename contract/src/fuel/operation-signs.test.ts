import { expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE } from '../ids.ts';
import type { GoodsUnit } from './goods-unit.ts';
import { movedLitres, movedSum, signedSum } from './operation-signs.ts';

test.each([
  [1, 100],
  [10, 100],
  [11, -100],
  [2, -100],
])('§9.30 an operation of type %i is never shown with the wrong sign', (typeId, shown) => {
  expect(signedSum(typeId, 100)).toBe(shown);
});

const { purchase, refund, topUp, blocking, unblocking } = OPERATION_TYPE;

test.each([
  [purchase, OPERATION_STATUS.done, -100, 5],
  [purchase, OPERATION_STATUS.inProgress, -100, 5],
  [refund, OPERATION_STATUS.done, 100, -5],
  [refund, OPERATION_STATUS.failed, null, null],
  [purchase, OPERATION_STATUS.failed, null, null],
])('a file has fuel of type %i and status %i as %s rubles and %s litres', (type, status, sum, litres) => {
  const sold = (unit: GoodsUnit) => ({
    type: { id: type },
    status: { id: status },
    purchase: { unit_cnt: 5, unit },
  });
  expect([movedSum(sold('litres'), 100), movedLitres(sold('litres'))]).toEqual([sum, litres]);
  expect(movedLitres(sold('pieces'))).toBeNull();
});

test('an operation without fuel has no litres, and a block has no sum', () => {
  const of = (id: number) => ({ type: { id }, status: { id: OPERATION_STATUS.done }, purchase: null });
  expect([movedSum(of(topUp), 0), movedLitres(of(topUp)), movedSum(of(topUp), null)]).toEqual([
    0,
    null,
    null,
  ]);
  expect([movedSum(of(blocking), 0), movedSum(of(unblocking), 0)]).toEqual([null, null]);
});
