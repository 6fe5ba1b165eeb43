import { formatMoney } from '../../../../lib/money-format.ts';
import type { SaleTotals } from './sale-totals.ts';

/**
 * Writes in the head of a document how much of it is of earlier months: what became known after they were closed, or of
 * a month that was skipped. Returns no row if there is none.
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
