import { splitAtMatch } from './found-part.ts';
import { DAYS, MONTHS, takeFirst } from '../insights/read-search.ts';

/** Moscow days, `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

/**
 * Finds the period that a text names and returns it with the text without it: «с 1 по 15 октября», «в 3 квартале», «на
 * прошлой неделе», «за 10 дней», «в 2025 году», «вчера», «октябрь». A period without a year is the last that has
 * started. Null means the text names none.
 */
export function takePeriod(text: string, today: string): { period: Period | null; rest: string } {
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(text);
    const period = found && read(found.groups ?? {}, today);
    if (!found || !period) continue;
    return { period, rest: splitAtMatch(found).rest };
  }
  const [day, withoutDay] = takeFirst(text, DAYS, today);
  if (day !== null) return { period: { from: day, to: day }, rest: withoutDay };
  const [month, rest] = takeFirst(text, MONTHS, today);
  return { period: month === null ? null : wholeMonth(withYear(month, today)), rest };
}

type PeriodForm = [pattern: RegExp, read: (groups: Record<string, string>, today: string) => Period | null];

const FORMS: PeriodForm[] = [
  [
    /(?<before>^|[^а-я])с (?<from>\S+(?: [а-я]+)?(?: 20\d\d)?) по (?<to>\S+(?: [а-я]+)?(?: 20\d\d)?)/,
    between,
  ],
  [/(?<before>^|[^а-я])позавчера(?![а-я])/, (_, today) => periodEndingAt(shifted(today, -2), 1)],
  [/(?<count>\d{1,3}) (?:последних )?(?:дн[ея][йя]?|день|сут(?:ки|ок))/, lastDays],
  [/(?:эт(?:ой|у) недел[еюи])/, (_, today) => ({ from: getMonday(today), to: today })],
  [/(?:прошл(?:ой|ую) недел[еюи])/, (_, today) => periodEndingAt(shifted(getMonday(today), -1), 7)],
  [/(?:последн(?:юю|ей) )?недел[юие]/, (_, today) => periodEndingAt(today, 7)],
  [/(?:эт(?:от|ом)|текущ(?:ий|ем)) месяц[ае]?/, (_, today) => wholeMonth(today.slice(0, 7))],
  [/прошл(?:ый|ом) месяц[ае]?/, (_, today) => wholeMonth(monthsAway(today, -1))],
  [/(?:последний )?месяц(?![а-я])/, (_, today) => periodEndingAt(today, 30)],
  [
    /(?:эт(?:от|ом)|текущ(?:ий|ем)|(?<before>за )) ?квартал[ае]?(?![а-я])/,
    (_, today) => getQuarter(today.slice(0, 7)),
  ],
  [/прошл(?:ый|ом) квартал[ае]?/, (_, today) => getQuarter(monthsAway(today, -3))],
  [
    /(?<number>[1-4]|i{1,3}|iv|перв|втор|трет|четверт)[-а-я]* квартал[ае]?(?: (?<year>20\d\d))?/,
    parseQuarter,
  ],
  [/эт(?:от|ом) год[уа]?|с начала года/, (_, today) => wholeYear(today.slice(0, 4))],
  [/прошл(?:ый|ом) год[уа]?/, (_, today) => wholeYear(String(Number(today.slice(0, 4)) - 1))],
  [/(?<before>^|[^\d.])(?<year>20\d\d)(?: год[уа]?)(?![а-я])/, ({ year = '' }) => wholeYear(year)],
  [/(?<before>за )(?<year>20\d\d)(?![\d.-])/, ({ year = '' }) => wholeYear(year)],
  [
    /(?<before>за )(?:последний )?год(?![а-я])/,
    (_, today) => ({ from: `${monthsAway(today, -11)}-01`, to: today }),
  ],
];

/** «с 1 по 15 октября», «с 10.09 по 20.09», «с марта по май»: what the beginning leaves out, the end has. */
function between({ from = '', to = '' }: Record<string, string>, today: string): Period | null {
  const last = parseOpenPeriod(to, today);
  if (!last) return null;
  const day = /^\d{1,2}$/.test(from) ? `${last.from.slice(0, 7)}-${from.padStart(2, '0')}` : null;
  const first = day ? { from: day } : parseOpenPeriod(from, last.to);
  return first && first.from <= last.to ? { from: first.from, to: last.to } : null;
}

function parseOpenPeriod(text: string, today: string): Period | null {
  const [day] = takeFirst(text, DAYS, today);
  if (day !== null) return { from: day, to: day };
  const [month] = takeFirst(text, MONTHS, today);
  return month === null ? null : wholeMonth(withYear(month, today));
}

function lastDays({ count = '' }: Record<string, string>, today: string): Period | null {
  return Number(count) > 0 ? periodEndingAt(today, Number(count)) : null;
}

const QUARTERS = ['1 i перв', '2 ii втор', '3 iii трет', '4 iv четверт'];

function parseQuarter({ number = '', year }: Record<string, string>, today: string): Period {
  const place = QUARTERS.findIndex((names) => names.split(' ').includes(number));
  const month = String(place * 3 + 1).padStart(2, '0');
  return getQuarter(year === undefined ? withYear(month, today) : `${year}-${month}`);
}

function getQuarter(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = Math.floor((number - 1) / 3) * 3 + 1;
  const formatMonth = (value: number) => `${year}-${String(value).padStart(2, '0')}`;
  return { from: `${formatMonth(first)}-01`, to: wholeMonth(formatMonth(first + 2)).to };
}

function wholeYear(year: string): Period {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** `YYYY-MM`. */
function wholeMonth(month: string): Period {
  return { from: `${month}-01`, to: shifted(`${monthsAway(`${month}-01`, 1)}-01`, -1) };
}

/** `10` is the last October that has started. */
function withYear(month: string, today: string): string {
  if (month.length === 7) return month;
  const year = Number(today.slice(0, 4));
  return `${month <= today.slice(5, 7) ? year : year - 1}-${month}`;
}

function periodEndingAt(last: string, count: number): Period {
  return { from: shifted(last, 1 - count), to: last };
}

function getMonday(day: string): string {
  return shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** `YYYY-MM`, this many months after that of a day. */
function monthsAway(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
}
