import {
  OPERATION_STATUS_TITLE,
  OPERATION_TYPE,
  OPERATION_TYPE_TITLE,
  type OperationTypeId,
} from '#contract/ids.ts';
import type { RowWriter } from '../../../db/copy-out.ts';

const SEMICOLON = 0x3b;
const MINUS = 0x2d;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const TAB = 0x09;
const CR = 0x0d;
const LF = 0x0a;
/** Characters that begin a formula in a spreadsheet. */
const FORMULA = bytesOf('=+-@\t\r');
/** Characters for which a cell needs quotes. */
const SPECIAL = bytesOf('";\r\n');

/** How many digits of a number a spreadsheet keeps. */
const DIGITS_OF_A_NUMBER = 15;

const SPENDS = new Set<number>([OPERATION_TYPE.purchase, OPERATION_TYPE.payout]);
const MOVES_NOTHING = new Set<number>([OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking]);
const TYPES = titlesOf(OPERATION_TYPE_TITLE);
const STATUSES = titlesOf(OPERATION_STATUS_TITLE);

/** Room in a line for everything but the texts: a moment, two titles, three decimals, separators. */
const LINE_BYTES = 300;

function bytesOf(signs: string): Uint8Array {
  const among = new Uint8Array(256);
  for (const sign of Buffer.from(signs)) among[sign] = 1;
  return among;
}

function titlesOf(titles: Record<number, string>): Map<number, Buffer> {
  return new Map(Object.entries(titles).map(([id, title]) => [Number(id), Buffer.from(title)]));
}

/**
 * Writes the rows of `reportRows` as lines of the report: a Russian date and time of Moscow, decimals with a comma, a minus
 * before what was spent and before litres given back, an apostrophe before what a spreadsheet would run, quotes where a
 * text needs them. Byte by byte, for a report has lines by the hundred thousand.
 */
export function reportLines(): RowWriter {
  const day: Day = { at: Number.NaN, text: Buffer.alloc(0) };
  return {
    // Each byte of a text may be a quote, which is written twice.
    most: (bytes) => 2 * bytes + LINE_BYTES,
    write(row, start, out, from) {
      const line = { row, out, at: start, to: from };
      writeMoment(line, day);
      writeCardNumber(line);
      const type = readInteger(line);
      writeTitle(line, TYPES.get(type));
      writeText(line);
      // Litres net as sums do, the other way round.
      writeDecimal(line, type === OPERATION_TYPE.refund);
      writeDecimal(line, false);
      if (MOVES_NOTHING.has(type)) skipCell(line);
      else writeDecimal(line, SPENDS.has(type as OperationTypeId));
      writeText(line);
      const status = STATUSES.get(readInteger(line));
      if (status) line.to += status.copy(out, line.to);
      out[line.to] = CR;
      out[line.to + 1] = LF;
      return line.to + 2;
    },
  };
}

/** A row that is being read, and the line that becomes of it. */
interface Line {
  row: Buffer;
  out: Buffer;
  at: number;
  to: number;
}

/** The day of the last line, for the next one is most often of the same. */
interface Day {
  /** Days since 2000. */
  at: number;
  /** `31.12.2026;` */
  text: Buffer;
}

const DAY_MICROSECONDS = 86_400_000_000;
const DAY_MS = 86_400_000;
/** PostgreSQL counts from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Microseconds since 2000, as a clock on the wall shows them → `31.12.2026;23:59:58;` */
function writeMoment(line: Line, day: Day): void {
  const { out } = line;
  const moment = readInteger(line);
  const at = Math.floor(moment / DAY_MICROSECONDS);
  if (at !== day.at) turnTo(day, at);
  line.to += day.text.copy(out, line.to);
  const seconds = Math.floor((moment - at * DAY_MICROSECONDS) / 1_000_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  writeTwoDigits(line, hours);
  out[line.to++] = COLON;
  writeTwoDigits(line, minutes - hours * 60);
  out[line.to++] = COLON;
  writeTwoDigits(line, seconds - minutes * 60);
  out[line.to++] = SEMICOLON;
}

function turnTo(day: Day, at: number): void {
  const [year, month, date] = new Date(EPOCH_MS + at * DAY_MS).toISOString().slice(0, 10).split('-');
  day.at = at;
  day.text = Buffer.from(`${date}.${month}.${year};`);
}

/** Writes a whole number below a hundred. */
function writeTwoDigits(line: Line, value: number): void {
  const tens = Math.floor(value / 10);
  line.out[line.to++] = ZERO + tens;
  line.out[line.to++] = ZERO + value - tens * 10;
}

function readLength(line: Line): number {
  const length = line.row.readInt32BE(line.at);
  line.at += 4;
  return length;
}

function skipCell(line: Line): void {
  const length = readLength(line);
  if (length > 0) line.at += length;
  line.out[line.to++] = SEMICOLON;
}

/** Reads four or eight bytes, within the range of a number. Null is NaN. */
function readInteger(line: Line): number {
  const { row, at } = line;
  const length = readLength(line);
  if (length < 0) return Number.NaN;
  line.at += length;
  if (length === 4) return row.readInt32BE(at + 4);
  return row.readInt32BE(at + 4) * 2 ** 32 + row.readUInt32BE(at + 8);
}

function writeTitle(line: Line, title: Buffer | undefined): void {
  if (title) line.to += title.copy(line.out, line.to);
  line.out[line.to++] = SEMICOLON;
}

/** Non-negative hundredths: `5` → `0,05`; null stays empty, and zero has no sign. */
function writeDecimal(line: Line, minus: boolean): void {
  const hundredths = readInteger(line);
  if (!Number.isNaN(hundredths)) {
    if (minus && hundredths > 0) line.out[line.to++] = MINUS;
    const whole = Math.floor(hundredths / 100);
    writeWhole(line, whole);
    line.out[line.to++] = COMMA;
    writeTwoDigits(line, hundredths - whole * 100);
  }
  line.out[line.to++] = SEMICOLON;
}

function writeWhole(line: Line, whole: number): void {
  let digits = 1;
  for (let ten = 10; whole >= ten; ten *= 10) digits += 1;
  const end = line.to + digits;
  let left = whole;
  for (let to = end - 1; to >= line.to; to -= 1) {
    const tens = Math.floor(left / 10);
    line.out[to] = ZERO + left - tens * 10;
    left = tens;
  }
  line.to = end;
}

/** As `csvCardNumber` does it. */
function writeCardNumber(line: Line): void {
  const { out } = line;
  const start = line.to;
  writeText(line);
  const end = line.to - 1;
  let digits = start;
  while (digits < end && isDigit(out[digits] as number)) digits += 1;
  const length = end - start;
  if (digits < end || (length <= DIGITS_OF_A_NUMBER && (length < 2 || out[start] !== ZERO))) return;
  out[end] = TAB;
  out[line.to++] = SEMICOLON;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte < ZERO + 10;
}

/** A network's text: copied as it is, and again with escaping if it turns out to need it. */
function writeText(line: Line): void {
  const { row, out } = line;
  const length = readLength(line);
  if (length > 0) {
    const start = line.at;
    const end = start + length;
    line.at = end;
    let to = line.to;
    let special = FORMULA[row[start] as number] as number;
    for (let at = start; at < end; at += 1) {
      const byte = row[at] as number;
      special |= SPECIAL[byte] as number;
      out[to++] = byte;
    }
    line.to = special === 0 ? to : writeWithCare(row.subarray(start, end), out, line.to);
  }
  out[line.to++] = SEMICOLON;
}

function writeWithCare(text: Buffer, out: Buffer, from: number): number {
  const defused = FORMULA[text[0] as number] === 1 ? `'${text.toString()}` : text.toString();
  return from + out.write(/[";\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused, from);
}
