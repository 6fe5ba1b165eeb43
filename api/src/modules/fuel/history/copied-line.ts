/** Cells of a row that COPY delivers, read and written as cells of CSV, byte by byte. */

const SEMICOLON = 0x3b;
const MINUS = 0x2d;
const COMMA = 0x2c;
const ZERO = 0x30;
/** Characters that begin a formula in a spreadsheet. */
const FORMULA = toByteSet('=+-@\t\r');
/** Characters for which a cell needs quotes. */
const SPECIAL = toByteSet('";\r\n');

/** Number of digits of a number that a spreadsheet preserves. */
const DIGITS_OF_A_NUMBER = 15;

/** Prefix of a number that a spreadsheet would round. */
const NUMBER_SIGN = Buffer.from('№ ');

function toByteSet(signs: string): Uint8Array {
  const among = new Uint8Array(256);
  for (const sign of Buffer.from(signs)) among[sign] = 1;
  return among;
}

/** A row that is being read, and the line made from it. */
export interface CopiedLine {
  row: Buffer;
  out: Buffer;
  at: number;
  to: number;
}

/** Writes a whole number below a hundred. */
export function writeTwoDigits(line: CopiedLine, value: number): void {
  const tens = Math.floor(value / 10);
  line.out[line.to++] = ZERO + tens;
  line.out[line.to++] = ZERO + value - tens * 10;
}

function readLength(line: CopiedLine): number {
  const length = line.row.readInt32BE(line.at);
  line.at += 4;
  return length;
}

export function skipCell(line: CopiedLine): void {
  const length = readLength(line);
  if (length > 0) line.at += length;
  line.out[line.to++] = SEMICOLON;
}

/** Reads four or eight bytes, within the range of a number. Null is NaN. */
export function readInteger(line: CopiedLine): number {
  const { row, at } = line;
  const length = readLength(line);
  if (length < 0) return Number.NaN;
  line.at += length;
  if (length === 4) return row.readInt32BE(at + 4);
  return row.readInt32BE(at + 4) * 2 ** 32 + row.readUInt32BE(at + 8);
}

export function writeTitle(line: CopiedLine, title: Buffer | undefined): void {
  if (title) line.to += title.copy(line.out, line.to);
  line.out[line.to++] = SEMICOLON;
}

/** Non-negative hundredths: `5` → `0,05`; null stays empty, and zero has no sign. */
export function writeDecimal(line: CopiedLine, minus: boolean): void {
  const hundredths = readInteger(line);
  if (!Number.isNaN(hundredths)) writeHundredths(line, hundredths, minus);
  line.out[line.to++] = SEMICOLON;
}

export function writeHundredths(line: CopiedLine, hundredths: number, minus: boolean): void {
  if (minus && hundredths > 0) line.out[line.to++] = MINUS;
  const whole = Math.floor(hundredths / 100);
  writeWhole(line, whole);
  line.out[line.to++] = COMMA;
  writeTwoDigits(line, hundredths - whole * 100);
}

function writeWhole(line: CopiedLine, whole: number): void {
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

/** Same as `csvNumberName`. */
export function writeNumberName(line: CopiedLine): void {
  const { out } = line;
  const start = line.to;
  writeText(line);
  const end = line.to - 1;
  let digits = start;
  while (digits < end && isDigit(out[digits] as number)) digits += 1;
  const length = end - start;
  if (digits < end || (length <= DIGITS_OF_A_NUMBER && (length < 2 || out[start] !== ZERO))) return;
  out.copy(out, start + NUMBER_SIGN.length, start, line.to);
  NUMBER_SIGN.copy(out, start);
  line.to += NUMBER_SIGN.length;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte < ZERO + 10;
}

/** A network's text: copied as it is, and again with escaping if it turns out to need it. */
export function writeText(line: CopiedLine): void {
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
    line.to = special === 0 ? to : writeEscaped(row.subarray(start, end), out, line.to);
  }
  out[line.to++] = SEMICOLON;
}

function writeEscaped(text: Buffer, out: Buffer, from: number): number {
  const defused = FORMULA[text[0] as number] === 1 ? `'${text.toString()}` : text.toString();
  return from + out.write(/[";\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused, from);
}
