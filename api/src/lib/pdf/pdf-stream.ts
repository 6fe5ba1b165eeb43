import { inflateSync } from 'node:zlib';

/** A file that unpacks to more than this is not a document of ours. */
const MAX_UNPACKED = 8 * 1024 * 1024;

export interface PdfDictionary {
  /** The text without the outer brackets. */
  text: string;
  /** Offset after the closing brackets. */
  end: number;
}

/** The first dictionary at or after an offset; brackets inside strings are not counted. */
export function dictionaryAt(text: string, from: number): PdfDictionary | null {
  const begin = text.indexOf('<<', from);
  if (begin < 0) return null;
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '(') at = endOfString(text, at);
    else if (text.startsWith('<<', at)) {
      depth += 1;
      at += 1;
    } else if (text.startsWith('>>', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return { text: text.slice(begin + 2, at - 1), end: at + 1 };
    }
  }
  return null;
}

/** Brackets inside strings are balanced unless a backslash escapes them. */
function endOfString(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** The unpacked bytes of the stream after its dictionary; null when its filter is not Flate. */
export function readStream(pdf: Buffer, text: string, dictionary: PdfDictionary): Buffer | null {
  const keyword = /^\s*stream\r?\n/.exec(text.slice(dictionary.end, dictionary.end + 40));
  if (!keyword) return null;
  const begin = dictionary.end + keyword[0].length;
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary.text);
  const end = length ? begin + Number(length[1]) : text.indexOf('endstream', begin);
  if (end < begin || end > pdf.length) return null;
  const packed = pdf.subarray(begin, end);
  if (!/\/Filter\b/.test(dictionary.text)) return packed;
  if (!/\/Filter\s*(\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/.test(dictionary.text)) return null;
  return unpredicted(inflate(packed), dictionary.text);
}

function inflate(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_UNPACKED });
  } catch {
    return null;
  }
}

/** Undoes the PNG filters applied to each row (PDF 32000-1, 7.4.4.4). */
function unpredicted(bytes: Buffer | null, dictionary: string): Buffer | null {
  const predictor = Number(/\/Predictor\s+(\d+)/.exec(dictionary)?.[1] ?? 1);
  if (!bytes || predictor === 1) return bytes;
  if (predictor < 10) return null;
  const width = Number(/\/Columns\s+(\d+)/.exec(dictionary)?.[1] ?? 1);
  const rows = Math.floor(bytes.length / (width + 1));
  const plain = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (width + 1)];
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
      const above = row > 0 ? (plain[at - width] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (plain[at - width - 1] ?? 0) : 0;
      const guess = predictByte(filter, left, above, corner);
      if (guess === null) return null;
      plain[at] = ((bytes[row * (width + 1) + 1 + column] ?? 0) + guess) & 0xff;
    }
  }
  return plain;
}

function predictByte(filter: number | undefined, left: number, above: number, corner: number): number | null {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return null;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
