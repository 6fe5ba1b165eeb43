import { expect, test } from 'vitest';
import { selectedTotals } from './selected-totals.ts';
import type { Operation } from '#contract/fuel/operations.ts';

function operation(type: number, sum: number, litres: number | null, status = 1): Operation {
  return {
    type: { id: type },
    sum,
    status: { id: status },
    purchase: litres === null ? null : { unit_cnt: litres, unit: 'litres' },
  } as Operation;
}

test('the selected come to what they have moved, to the kopeck', () => {
  const rows = [
    operation(11, 0.1, 10.1),
    operation(11, 0.2, 0.2),
    operation(10, 0.05, 1),
    operation(1, 100, null),
    operation(3, 0, null),
  ];
  expect(selectedTotals(rows)).toEqual({ sum: 99.75, litres: 9.3 });
});

test('operations that failed or are in progress have moved nothing', () => {
  expect(selectedTotals([operation(1, 500, null, 3), operation(2, 70, null, 2)])).toEqual({
    sum: 0,
    litres: 0,
  });
});
