import { formatDateShort } from '../../../../lib/money-format.ts';

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-08`, `2026-08-31` → «с 01.08.2026 по 31.08.2026» */
export function formatPeriod(month: string, lastDayIso: string): string {
  return `с\u00a0${formatDateShort(`${month}-01`)} по\u00a0${formatDateShort(lastDayIso)}`;
}

/** `2026-08` → «за август 2026 года», in a title: with «г.» a file name or a sentence would end with two dots. */
export function formatForMonth(month: string): string {
  return `за ${MONTH.format(new Date(`${month}-01`)).replace('г.', 'года')}`;
}

/** `2026-08` → «август 2026 г.» */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replaceAll(' ', '\u00a0');
}

/** `2026-08`, `2026-10` → «за 08.2026–10.2026», for an SMS. */
export function forMonths(first: string, last: string): string {
  const [from, to] = [first, last].map((month) => month.split('-').reverse().join('.'));
  return `за ${from}–${to}`;
}
