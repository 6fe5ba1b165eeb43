import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Operation } from './operation-columns.tsx';
import { signedSum } from './signed-sum.ts';

/** What operations come to: what was spent has a minus, and what has failed or waits has moved nothing. */
export function selectedTotals(rows: readonly Operation[]): { sum: number; litres: number } {
  const done = rows.filter(({ status }) => status.id === OPERATION_STATUS.done);
  // In hundredths: sums of fractions would be a hair off.
  const sum = done.reduce((total, one) => total + Math.round(signedSum(one.type.id, one.sum) * 100), 0);
  const litres = done.reduce((total, { type, purchase }) => {
    const hundredths = Math.round((purchase?.unit_cnt ?? 0) * 100);
    return total + (type.id === OPERATION_TYPE.refund ? -hundredths : hundredths);
  }, 0);
  return { sum: sum / 100, litres: litres / 100 };
}
