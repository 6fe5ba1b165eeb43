import { parseDay } from '../../lib/read-address.ts';
import type { Typing } from '../typing.ts';

export const NO_SUCH_DAY = 'Такого дня нет в календаре';

/** A day of the calendar as people write it; what is no day yet stays as it was typed. */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-');
  return parseDay(day) ? `${date}.${month}.${year}` : day;
}

/**
 * Converts the text of a day field to the day, `YYYY-MM-DD`, or to what has been typed of it, with its dots.
 * `5.3.2026`, `05032026`, `5/3/26` and `2026-03-05` are one day.
 */
export function typedDay(text: string): string {
  const trimmed = text.trim();
  if (parseDay(trimmed)) return trimmed;
  const parts = trimmed.replace(/[^\d./,-]/g, '').split(/[./,-]/);
  const digits = parts
    .map((part, at) => (at < 2 && at < parts.length - 1 ? twoDigits(part) : part))
    .join('')
    .slice(0, 8);
  const [date, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return parseDay(`${year}-${month}-${date}`) ?? [date, month, year].filter(Boolean).join('.');
}

/** `5` is `05`; and when `17` is typed over it, `01` has become `017` on the way. */
export function twoDigits(part: string): string {
  return part.length === 1 ? `0${part}` : part.replace(/^0+(?=\d\d$)/, '');
}

/** A year of two digits, once the field is left: `26` is 2026. */
export function completedDay(text: string): string {
  const [, date, month, year] = /^(\d{2})\.(\d{2})\.(\d{2})$/.exec(text) ?? [];
  return parseDay(`20${year}-${month}-${date}`) ?? text;
}

/** Describes why the text is not a day, or returns null. An empty text is not a day either. */
export function dayProblem(value: string, { from }: { from?: string } = {}): string | null {
  if (value === '') return 'Укажите день';
  if (parseDay(value)) return from && value < from ? `Не раньше ${writtenDay(from)}` : null;
  return /^\d\d\.\d\d\.\d{4}$/.test(value) ? NO_SUCH_DAY : 'Укажите день как 05.11.2026';
}

/** A field of a day. */
export const DAY: Typing = {
  placeholder: 'дд.мм.гггг',
  written: writtenDay,
  typed: typedDay,
  completed: completedDay,
  problem: dayProblem,
};
