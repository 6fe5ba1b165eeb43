import type { XmlReader } from './workbook-xml.ts';

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Day 0 of the two calendars of workbooks (ECMA-376, part 1, 18.17.4). */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** The last day of the year 9999, behind which no workbook has dates. */
const MAX_DAY = 2_958_465;
/** The formats of dates and times that every spreadsheet knows by their number (18.8.30). */
const DATE_FORMATS = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47];
const MAX_STYLES = 100_000;

export type Calendar = keyof typeof DAY_0;

/** Reads which styles of cells show a number as a date. */
export class StyleReader implements XmlReader {
  readonly #dateFormats = new Set<number>(DATE_FORMATS);
  readonly #isDate: boolean[] = [];
  #inCells = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'cellXfs') this.#inCells = true;
    else if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? ''))
      this.#dateFormats.add(Number(attributes.numFmtId));
    else if (name === 'xf' && this.#inCells)
      this.#isDate.push(this.#dateFormats.has(Number(attributes.numFmtId ?? 0)));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#inCells = false;
  }

  isDone(): boolean {
    return this.#isDate.length > MAX_STYLES;
  }

  isDate(style: string | undefined): boolean {
    return this.#isDate[Number(style ?? 0)] ?? false;
  }
}

/**
 * Removes texts, colours and conditions, so that only the format's own characters are left. A date has letters and no
 * digits.
 */
function isDateFormat(code: string): boolean {
  const plain = code
    .toLowerCase()
    .slice(0, 255)
    .replace(/\\.|"[^"]*"|\[(?![hms]+\])[^\]]*\]/g, ' ')
    .replace(/(s\]?)[.,]0+/g, '$1');
  return plain.split(';').some((part) => /[dmyhs]/.test(part) && !/[#?0]/.test(part));
}

/** A number of a cell as a person sees it: fifteen digits, without powers of ten where they are not needed. */
export function formatNumber(text: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

/** A number of days → `2026-11-28`; other numbers stay as they are. */
export function formatDay(text: string, calendar: Calendar): string {
  const days = Number(text);
  if (text.trim() === '' || !(days >= 0 && days <= MAX_DAY)) return text;
  return new Date(Math.round(DAY_0[calendar] + days * DAY_MS)).toISOString().slice(0, 10);
}

/** The same with its time, `2026-11-28T10:15:00`, where it has one; a part of a day alone → `10:15:00`. */
export function formatMoment(text: string, calendar: Calendar): string {
  const days = Number(text);
  if (text.trim() === '' || !(days >= 0 && days <= MAX_DAY)) return text;
  // The fractions of a day that spreadsheets store are a little more or less than a second.
  const seconds = Math.round(days * DAY_SECONDS);
  const moment = new Date(DAY_0[calendar] + seconds * 1000).toISOString().slice(0, 19);
  if (seconds < DAY_SECONDS) return moment.slice(11);
  return seconds % DAY_SECONDS === 0 ? moment.slice(0, 10) : moment;
}
