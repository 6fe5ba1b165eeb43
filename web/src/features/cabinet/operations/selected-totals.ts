import { OPERATION_STATUS } from '#contract/ids.ts';
import { signedLitres, signedSum } from '#contract/fuel/operation-signs.ts';
import type { Operation } from '#contract/fuel/operations.ts';

/** Totals of the operations. Spending has a minus. Failed and waiting operations have moved nothing. */
export function selectedTotals(rows: readonly Operation[]): { sum: number; litres: number } {
  const done = rows.filter(({ status }) => status.id === OPERATION_STATUS.done);
  // Sums are counted in hundredths, because adding fractions would be slightly inexact.
  const sum = done.reduce((total, item) => total + Math.round(signedSum(item.type.id, item.sum) * 100), 0);
  const litres = done.reduce((total, { type, purchase }) => {
    return (
      total + Math.round(signedLitres(type.id, purchase?.unit === 'litres' ? purchase.unit_cnt : 0) * 100)
    );
  }, 0);
  return { sum: sum / 100, litres: litres / 100 };
}
