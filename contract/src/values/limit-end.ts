import { LIMIT_PERIOD, type CalendarUnit, type LimitPeriod } from '../ids.ts';

/** Returns until when the rest of a limit can be used, after «ещё 142 л»: «до полуночи», «до понедельника», «до 1 декабря». */
export function formatLimitEnd(period: LimitPeriod, moscowDay: string): string {
  return END[LIMIT_PERIOD[period].calendarUnit](moscowDay);
}

const END: Readonly<Record<CalendarUnit, (moscowDay: string) => string>> = {
  day: () => 'до полуночи',
  week: () => 'до понедельника',
  month: (day) => firstDayAfter(day, 1),
  quarter: (day) => firstDayAfter(day, 3),
};

/** The first day after the running stretch of this many months, counted from January. */
function firstDayAfter(moscowDay: string, months: number): string {
  const month = Number(moscowDay.slice(5, 7)) - 1;
  const next = (Math.floor(month / months) + 1) * months;
  return `до 1\u00a0${MONTHS[next % 12]}`;
}

const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];
