/** A calendar day `YYYY-MM-DD`, or an instant whose day is read in Moscow. */
export type DateInput = string | Date;

const NO_BREAK_SPACE = '\u00a0';
const MINUS = '\u2212';

const DAY_MS = 86_400_000;

const MONTHS_GENITIVE = [
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

const MOSCOW_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Moscow',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const MOSCOW_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
});

const MOSCOW_SECONDS = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Kopecks → «1 234,50» with no-break spaces and a real minus. Throws RangeError when they are not whole. */
export function formatMoney(sumKopecks: number): string {
  const { sign, rubles, kopecks } = split(sumKopecks);
  return `${sign}${rubles.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE)},${kopecks}`;
}

/** `81,5 л` of hundredths of a litre, with a no-break space. */
export function formatLitres(centilitres: number): string {
  return `${LITRES.format(centilitres / 100)}${NO_BREAK_SPACE}л`;
}

const LITRES = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 });

/** Kopecks → «1 234,50 ₽». */
export function formatRubles(sumKopecks: number): string {
  return `${formatMoney(sumKopecks)}${NO_BREAK_SPACE}₽`;
}

/** Kopecks → «27049-18», as payment orders write a sum inside the purpose of a payment. */
export function formatMoneyForBank(sumKopecks: number): string {
  const { sign, rubles, kopecks } = split(sumKopecks);
  return `${sign}${rubles}-${kopecks}`;
}

/** «15 сентября 2026 г.»; day and month stay on one line. */
export function formatDateLong(date: DateInput): string {
  const { year, month, day } = splitDate(date);
  return [String(Number(day)), MONTHS_GENITIVE[Number(month) - 1], year, 'г.'].join(NO_BREAK_SPACE);
}

/** «15.09.2026». */
export function formatDateShort(date: DateInput): string {
  const { year, month, day } = splitDate(date);
  return `${day}.${month}.${year}`;
}

/** «15.09.2026 12:05», Moscow time. */
export function formatTimeShort(instant: Date): string {
  return `${formatDateShort(instant)} ${MOSCOW_TIME.format(instant)}`;
}

/** «15.09.2026 12:05:09 МСК»: a moment that serves as evidence. */
export function formatMoment(instant: Date): string {
  return `${formatDateShort(instant)} ${MOSCOW_SECONDS.format(instant)} МСК`;
}

/** «14:05:09», in Moscow. */
export function moscowTimeOfDay(instant: Date): string {
  return MOSCOW_SECONDS.format(instant);
}

/** The calendar day in Moscow as `YYYY-MM-DD`, or one this many days later: what a document is dated by. */
export function moscowDay(instant: Date, daysLater = 0): string {
  return MOSCOW_DAY.format(instant.getTime() + daysLater * DAY_MS);
}

function split(sumKopecks: number): { sign: string; rubles: string; kopecks: string } {
  if (!Number.isSafeInteger(sumKopecks)) throw new RangeError(`not whole kopecks: ${sumKopecks}`);
  const digits = String(Math.abs(sumKopecks)).padStart(3, '0');
  return { sign: sumKopecks < 0 ? MINUS : '', rubles: digits.slice(0, -2), kopecks: digits.slice(-2) };
}

function splitDate(date: DateInput): { year: string; month: string; day: string } {
  const iso = typeof date === 'string' ? date : moscowDay(date);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso) ?? [];
  if (!year || !month || !day || !isRealDay(iso)) throw new RangeError(`not a calendar day: ${iso}`);
  return { year, month, day };
}

function isRealDay(iso: string): boolean {
  const instant = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(iso);
}
