import { parseDay } from '../../lib/read-address.ts';
import { completedDay, NO_SUCH_DAY, twoDigits, typedDay, writtenDay } from './type-day.ts';
import type { Typing } from '../typing.ts';

const NO_MOMENT = 'Укажите день и время';
const NO_TIME = 'Укажите и время: 05.11.2026 14:30';
const UNFINISHED = 'Укажите день и время как 05.11.2026 14:30';
const NO_SUCH_TIME = 'Такого времени нет: в сутках 24 часа, в часе 60 минут';

/** A time of the day, `HH:MM`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * Converts the text of a time field to `HH:MM`, or to what has been typed of it. `9:30`, `0930` and `9.30` are one
 * time.
 */
export function typedTime(text: string): string {
  const parts = text.replace(/[^\d:.,-]/g, '').split(/[:.,-]/);
  const digits = parts
    .map((part, at) => (at === 0 && parts.length > 1 ? twoDigits(part) : part))
    .join('')
    .slice(0, 4);
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(':');
}

/** A time whose minutes were left out, once the field is left: `9` is 09:00. */
function completedTime(text: string): string {
  return /^\d{1,2}$/.test(text) && Number(text) < 24 ? `${text.padStart(2, '0')}:00` : text;
}

/** Why this is no time of the day, or null. */
function timeProblem(value: string): string | null {
  if (isTime(value)) return null;
  return /^\d\d:\d\d$/.test(value) ? NO_SUCH_TIME : 'Укажите время как 14:30';
}

/** A moment as people write it; what is no moment yet stays as it was typed. */
export function writtenMoment(moment: string): string {
  const [day = '', time] = moment.split('T');
  return time === undefined ? moment : `${writtenDay(day)} ${time}`;
}

/** Converts the text of a moment field to the Moscow minute, `YYYY-MM-DDTHH:MM`, or to what has been typed of it. */
export function typedMoment(text: string): string {
  const { day, time, parted } = splitMoment(text);
  if (parseDay(day) && isTime(time)) return `${day}T${time}`;
  // A space after a two-digit year means that the day is complete. After a whole day it is not needed.
  const gap = time !== '' || (parted && !parseDay(day)) ? ' ' : '';
  return day === '' && time === '' ? '' : `${writtenDay(day)}${gap}${time}`;
}

/** A year of two digits and a bare hour, once the field is left. */
export function completedMoment(text: string): string {
  const { day, time } = splitMoment(text);
  const [wholeDay, wholeTime] = [completedDay(day), completedTime(time)];
  return parseDay(wholeDay) && isTime(wholeTime) ? `${wholeDay}T${wholeTime}` : text;
}

/** Why this is no moment, or null. Nothing at all is none either. */
export function momentProblem(value: string): string | null {
  if (value === '') return NO_MOMENT;
  const { day, time } = splitMoment(value);
  if (!parseDay(day)) return /^\d\d\.\d\d\.\d{4}$/.test(day) ? NO_SUCH_DAY : UNFINISHED;
  if (time === '') return NO_TIME;
  const problem = timeProblem(time);
  return problem === null || problem === NO_SUCH_TIME ? problem : UNFINISHED;
}

/** Returns the parts of a moment that are complete: its day, its time. */
export function parseMoment(value: string): { day: string | undefined; time: string | undefined } {
  const { day, time } = splitMoment(value);
  return { day: parseDay(day), time: isTime(time) ? time : undefined };
}

/**
 * Converts the minute of a field to the form that the server reads. It is Moscow time, whatever the clock of this
 * device shows.
 */
export function moscowMoment(minute: string): string {
  return `${minute}+03:00`;
}

function splitMoment(text: string): { day: string; time: string; parted: boolean } {
  const [dayText, timeText] = splitDateAndTime(text.trimStart());
  return { day: typedDay(dayText), time: typedTime(timeText ?? ''), parted: timeText !== undefined };
}

/** Splits a date from the time, which begins behind a space, a `T` or eight digits. */
function splitDateAndTime(text: string): [string, string?] {
  const space = text.search(/[\sT]/);
  if (space >= 0) return [text.slice(0, space), text.slice(space + 1)];
  const [day = text] = /^(\D*\d){8}/.exec(text) ?? [];
  return day.length < text.length ? [day, text.slice(day.length)] : [day];
}

/** A field of a day and a time. */
export const MOMENT: Typing = {
  placeholder: 'дд.мм.гггг чч:мм',
  written: writtenMoment,
  typed: typedMoment,
  completed: completedMoment,
  problem: momentProblem,
};

/** A field of a time of the day. */
export const TIME: Typing = {
  placeholder: 'чч:мм',
  written: (time) => time,
  typed: typedTime,
  completed: completedTime,
  problem: timeProblem,
};
