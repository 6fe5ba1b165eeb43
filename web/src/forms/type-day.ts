import { dayOf } from '../lib/read-address.ts';

/** A day of the calendar as people write it; what is no day yet stays as it was typed. */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-');
  return dayOf(day) ? `${date}.${month}.${year}` : day;
}

/**
 * What stands in a field of a day → the day, `YYYY-MM-DD`, or what has been typed of it, with its dots. `5.3.2026`, `05032026`,
 * `5/3/26` and `2026-03-05` are one day.
 */
export function typedDay(text: string): string {
  const trimmed = text.trim();
  if (dayOf(trimmed)) return trimmed;
  const parts = trimmed.replace(/[^\d./,-]/g, '').split(/[./,-]/);
  const digits = parts
    .map((part, at) => (at < 2 && at < parts.length - 1 && part.length === 1 ? `0${part}` : part))
    .join('')
    .slice(0, 8);
  const [date, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return dayOf(`${year}-${month}-${date}`) ?? [date, month, year].filter(Boolean).join('.');
}

/** A year of two digits, once the field is left: `26` is 2026. */
export function completedDay(text: string): string {
  const [, date, month, year] = /^(\d{2})\.(\d{2})\.(\d{2})$/.exec(text) ?? [];
  return dayOf(`20${year}-${month}-${date}`) ?? text;
}
