/** A no-break space and a real minus keep a sum one word that never starts with a hyphen. */
export const NO_BREAK_SPACE = '\u00a0';
const WORD_JOINER = '\u2060';
export const MINUS = '\u2212';

export type MoneyParts = {
  /** '', `+` or `−`. */
  sign: string;
  /** `1 234`, grouped by no-break spaces. */
  whole: string;
  /** Always two digits: `50`. */
  kopecks: string;
};

/** Splits rubles for display. `signed` puts a plus before a positive sum; zero never has a sign. */
export function moneyParts(rubles: number, { signed = false } = {}): MoneyParts {
  const kopecks = Math.round(Math.abs(rubles) * 100);
  const whole = Math.floor(kopecks / 100);
  const negative = rubles < 0 && kopecks > 0;
  const plus = signed && rubles > 0 && kopecks > 0;
  return {
    sign: negative ? MINUS : plus ? '+' : '',
    whole: groupDigits(String(whole)),
    kopecks: String(kopecks % 100).padStart(2, '0'),
  };
}

/** `1 234,50 ₽` with no-break spaces. */
export function formatMoney(rubles: number, options?: { signed?: boolean }): string {
  const { sign, whole, kopecks } = moneyParts(rubles, options);
  return `${sign}${whole},${kopecks}${NO_BREAK_SPACE}₽`;
}

/** `5 000 ₽` for a button: kopecks only where there are any. */
export function formatSum(rubles: number): string {
  return formatMoney(rubles).replace(',00', '');
}

/** `1 234,5 л`: at most two decimals, no empty ones. */
export function formatLitres(litres: number): string {
  return `${formatNumber(litres, 2)}${NO_BREAK_SPACE}л`;
}

/** `1 234,5`: decimal comma, groups of three, a real minus, no trailing zeros. */
export function formatNumber(value: number, maxDecimals = 0): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(maxDecimals).split('.');
  const decimals = fraction.replace(/0+$/, '');
  const zero = Number(whole) === 0 && decimals === '';
  const sign = value < 0 && !zero ? MINUS : '';
  return `${sign}${groupDigits(whole)}${decimals === '' ? '' : `,${decimals}`}`;
}

/** `31,0`: like `formatNumber`, with all its decimals, so that commas of a column stand below each other. */
export function formatFixed(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const sign = value < 0 && Number(`${whole}.${fraction}`) !== 0 ? MINUS : '';
  return `${sign}${groupDigits(whole)}${fraction === '' ? '' : `,${fraction}`}`;
}

/** Puts a no-break space between thousands. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

/** Seconds → `00:45`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** Bytes → `10 МБ`, `340 КБ`. */
export function formatBytes(bytes: number): string {
  const megabyte = 1024 * 1024;
  if (bytes >= megabyte) return `${formatNumber(bytes / megabyte, 1)}${NO_BREAK_SPACE}МБ`;
  return `${formatNumber(Math.max(1, Math.round(bytes / 1024)))}${NO_BREAK_SPACE}КБ`;
}

export type DateStyle = 'date' | 'time' | 'datetime' | 'short' | 'long' | 'month';

/**
 * A moment or a calendar day in Moscow time: `date` 05.11.2026, `time` 14:30, `datetime` 05.11.2026, 14:30,
 * `short` 05.11, 14:30, `long` 5 ноября 2026, `month` ноябрь 2026. A bare `YYYY-MM-DD` or `YYYY-MM` is a day, not a moment, and never shifts.
 * Returns an empty string for anything that is not a date.
 */
export function formatDate(value: string | Date, style: DateStyle = 'date'): string {
  const bareDay = typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?$/.test(value);
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const timeZone = bareDay ? 'UTC' : 'Europe/Moscow';
  const text = new Intl.DateTimeFormat('ru-RU', { ...DATE_PARTS[style], timeZone }).format(moment);
  return text.replace(/\s?г\.$/, '').replace(/ /g, style === 'long' ? NO_BREAK_SPACE : ' ');
}

const DATE_PARTS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  datetime: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  short: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** Today's calendar day in Moscow, `YYYY-MM-DD`, as date filters need it. */
export function moscowDay(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(moment);
}

/** The minute in Moscow, `YYYY-MM-DDTHH:MM`, as a field for a moment has it. */
export function moscowMinute(moment: Date): string {
  const inMoscow = { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', inMoscow).format(moment).replace(' ', 'T');
}

/** `ноябрь 2026` → `Ноябрь 2026`, for headings. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Puts a number and its word on one line: `АЗС № 84`, `1565-й км`, `дом 3`. */
export function glueNumbers(text: string): string {
  return text
    .replace(/(№|дом(?= \d)) /g, `$1${NO_BREAK_SPACE}`)
    .replace(/(\d)-й км/g, `$1${WORD_JOINER}-${WORD_JOINER}й${NO_BREAK_SPACE}км`);
}
