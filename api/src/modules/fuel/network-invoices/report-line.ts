import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { TableRow } from '../../../lib/tables/table-limits.ts';
import type { Report, ReportField } from './report-columns.ts';

/** A line of a network's report. Sums and quantities are positive; a refund says so. */
export interface ReportLine {
  /** Row of the file, from 1. */
  row: number;
  cardNumber: string;
  /** `2026-11-28T10:15:00`, or the day alone, as the report has it. */
  clock: string;
  isRefund: boolean;
  station: string;
  goodsTitle: string;
  /** Hundredths. */
  quantity: number;
  /** At the station, before the discount where the report has both. */
  unitPrice: Kopecks | null;
  sum: Kopecks;
  stationSum: Kopecks;
}

const REFUND = /возврат|отмена|сторно|return|refund|storno|^r$|^24$/i;
/** Rows of sums between the lines. */
const TOTAL = /^(общий )?(итог|всего|total)/i;
const MAX_RUBLES = 10_000_000;
const MAX_LITRES = 100_000;

/** Reads the rows of a report. A row above others may name their card alone, as РН-Карт groups them. */
export class LineReader {
  readonly problems: string[] = [];
  readonly #places: Report['places'];
  #card = '';

  constructor(places: Report['places']) {
    this.#places = places;
  }

  /** Returns the line of a row; null for a row that is none, or is wrong: then it has a problem. */
  read(row: TableRow): ReportLine | null {
    const cell = (field: ReportField): string => row.cells[this.#places[field] ?? -1] ?? '';
    if (row.cells.some((text) => TOTAL.test(text))) return null;
    const [date, litresText, sumText] = [cell('date'), cell('litres'), cell('sum')];
    if (litresText === '' && sumText === '' && (this.#readHeading(row) || date === '')) return null;
    const problem = (message: string): null => {
      this.problems.push(`Строка ${row.line}: ${message}`);
      return null;
    };
    const cardNumber = readCard(cell('card')) ?? this.#card;
    if (cardNumber === '')
      return problem(cell('card') === '' ? 'нет номера карты' : 'номер карты не читается');
    if (/e\+/i.test(cell('card')) || cardNumber.length > 20)
      return problem('номер карты округлён таблицей: сделайте столбец текстом');
    const clock = readClock(date, cell('time'));
    if (clock === null) return problem('дата указывается как 28.11.2026 10:15');
    const litres = readNumber(litresText, 3);
    if (litres === null || Math.abs(litres) > MAX_LITRES)
      return problem('литры указываются числом, например 45,67');
    const sum = readNumber(sumText, 2);
    if (sum === null || Math.abs(sum) > MAX_RUBLES)
      return problem('сумма указывается числом, например 2 988,72');
    const stationSum = readNumber(cell('stationSum'), 2) ?? sum;
    const price =
      readNumber(cell('stationPrice'), 4) ?? (stationSum === sum ? readNumber(cell('price'), 4) : null);
    const isRefund = REFUND.test(cell('kind')) || sum < 0 || (sum === 0 && litres < 0);
    return {
      row: row.line,
      cardNumber,
      clock,
      isRefund,
      station: cell('station').slice(0, 300),
      goodsTitle: cell('goods').slice(0, 120),
      quantity: toHundredths(litres),
      unitPrice: price === null ? null : kopecks(toHundredths(price)),
      sum: kopecks(toHundredths(sum)),
      stationSum: kopecks(toHundredths(stationSum)),
    };
  }

  /** Returns whether a row names the card of the rows below it. */
  #readHeading({ cells }: TableRow): boolean {
    const found = cells.map((text) => /карт\S*\D{0,12}(\d[\d ]{6,24}\d)/i.exec(text)?.[1] ?? readCard(text));
    const number = found.find(Boolean);
    if (number) this.#card = number.replace(/\D/g, '');
    return Boolean(number);
  }
}

/** Digits of a card's number, which may stand in groups; null where there are none. */
function readCard(text: string): string | null {
  const plain = text.replace(/^№|[\s\u00a0'-]/g, '');
  return /^\d{8,}$/.test(plain) ? plain : null;
}

/**
 * A number with at most so many decimals, of either sign, with a comma or a point; null means anything else. Of two kinds of
 * separators the last one divides the decimals.
 */
function readNumber(text: string, decimals: number): number | null {
  const plain = text
    .replace(/(руб|р|₽|л|литр\S*)\.?$/i, '')
    .replace(/[\s\u00a0\u202f\u2009'’]/g, '')
    .replace(/^[−–]/, '-');
  const comma = plain.lastIndexOf(',');
  const point = plain.lastIndexOf('.');
  const grouped = comma >= 0 && point >= 0 ? plain.replaceAll(comma > point ? '.' : ',', '') : plain;
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:[.,](\d+))?$/.exec(grouped) ?? [];
  if (whole === undefined) return null;
  // A spreadsheet writes 0,1 + 0,2 with all its digits; those that a person writes are counted.
  if (fraction.length > decimals && fraction.length < LONG_FRACTION) return null;
  return Number(`${sign}${whole}.${fraction || '0'}`);
}

const LONG_FRACTION = 7;

function toHundredths(value: number): number {
  return Math.round(Math.abs(value) * 100 + 1e-7);
}

const DAY = /^(?:(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))(?:[T ,]+(.+))?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** `28.11.2026 10:15`, or a day and a time in two cells; null where there is no such day or time. */
function readClock(date: string, time: string): string | null {
  const [, d1, m1, y1, y2, m2, d2, rest = ''] = DAY.exec(date.trim()) ?? [];
  const year = (y1 ?? y2)?.padStart(4, '20');
  if (year === undefined) return null;
  const day = `${year}-${(m1 ?? m2 ?? '').padStart(2, '0')}-${(d1 ?? d2 ?? '').padStart(2, '0')}`;
  const instant = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(day)) return null;
  const text = time.trim() || rest.trim();
  if (text === '') return day;
  const [, hours, minutes = '', seconds = '00'] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || minutes > '59' || seconds > '59') return null;
  return `${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}
