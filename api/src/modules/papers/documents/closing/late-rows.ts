import { formatMoney } from '../../../../lib/money-format.ts';
import type { SaleTotals } from './sale-totals.ts';

/**
 * Rows for the head of a document that name the sums of earlier months: of sales that became known after their month
 * was closed, or of a skipped month. Returns no row if there is none.
 */
export function lateRows(
  late: Pick<SaleTotals, 'lines' | 'sum'>,
  payments = 0,
  corrections = 0,
): { role: string; text: string }[] {
  const text = [
    ...(late.lines > 0 ? [`операции — ${late.lines} на ${formatMoney(late.sum)}\u00a0₽`] : []),
    ...(payments > 0 ? [`платежи — ${payments}`] : []),
    ...(corrections > 0 ? [`исправления — ${corrections}`] : []),
  ];
  if (text.length === 0) return [];
  return [{ role: 'В том числе', text: `то, что не вошло в документы прошлых месяцев: ${text.join(', ')}` }];
}
