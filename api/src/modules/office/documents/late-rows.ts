import { formatMoney } from '../../../lib/money-format.ts';
import { lateSales, startOfMonth, totalOf, type ClosingPayment, type ClosingSale } from './month-closing.ts';

/**
 * Says in the head of a paper how much of it is of earlier months: what became known after they were closed, or of a
 * month that was passed over. No row where there is none.
 */
export function lateRows(
  month: string,
  sales: readonly ClosingSale[],
  payments: readonly ClosingPayment[] = [],
): { role: string; text: string }[] {
  const late = lateSales(sales, month);
  const paid = payments.filter(({ at }) => at < startOfMonth(month));
  const words = [
    ...(late.length > 0 ? [`операции — ${late.length} на ${formatMoney(totalOf(late).sum)}\u00a0₽`] : []),
    ...(paid.length > 0 ? [`платежи — ${paid.length}`] : []),
  ];
  if (words.length === 0) return [];
  return [{ role: 'В том числе', text: `то, что не вошло в документы прошлых месяцев: ${words.join(', ')}` }];
}
