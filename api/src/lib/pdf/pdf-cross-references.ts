import { dictionaryAt, readStream } from './pdf-stream.ts';

/** Positions of the objects of a PDF, only the newest version of each. */
export interface CrossReferences {
  /** Objects that are not packed, by their offset. */
  offsets: Map<number, number>;
  /** Objects inside an object stream. */
  packed: Map<number, { stream: number }>;
  /** Offsets of the cross-reference tables and streams themselves. */
  sections: number[];
  /** The trailer of the newest section. */
  trailer: string;
  inStreams: boolean;
}

type Entry = { number: number; offset: number } | { number: number; stream: number } | { number: number };

/** A document that was changed a hundred times is saved again; ten megabytes hold no million objects. */
const MAX_SECTIONS = 100;
const MAX_ENTRIES = 1_000_000;

interface Section {
  entries: Entry[];
  trailer: string;
  isStream: boolean;
}

/** Follows the chain of sections from the newest to the oldest; null when it breaks off or runs in a circle. */
export function readCrossReferences(pdf: Buffer, text: string, newest: number): CrossReferences | null {
  const found: CrossReferences = {
    offsets: new Map(),
    packed: new Map(),
    sections: [],
    trailer: '',
    inStreams: false,
  };
  const known = new Set<number>();
  let read = 0;
  const places = [newest];
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    if (!Number.isInteger(place) || found.sections.includes(place)) return null;
    if (found.sections.length >= MAX_SECTIONS) return null;
    const section = text.startsWith('xref', place) ? readTable(text, place) : readPacked(pdf, text, place);
    read += section?.entries.length ?? 0;
    if (!section || read > MAX_ENTRIES) return null;
    if (found.sections.length === 0) {
      found.trailer = section.trailer;
      found.inStreams = section.isStream;
    }
    found.sections.push(place);
    for (const entry of section.entries) {
      if (known.has(entry.number)) continue;
      known.add(entry.number);
      if ('offset' in entry) found.offsets.set(entry.number, entry.offset);
      if ('stream' in entry) found.packed.set(entry.number, { stream: entry.stream });
    }
    // A file for old and new readers names a stream in addition to its table; the table's own entries take precedence.
    for (const key of ['XRefStm', 'Prev']) {
      const next = new RegExp(`/${key}\\s+(\\d+)`).exec(section.trailer);
      if (next) places.push(Number(next[1]));
    }
  }
  return found;
}

function readTable(text: string, place: number): Section | null {
  const trailerAt = text.indexOf('trailer', place);
  const dictionary = trailerAt < 0 ? null : dictionaryAt(text, trailerAt);
  if (!dictionary || !/^\s*startxref/.test(text.slice(dictionary.end, dictionary.end + 40))) return null;
  const entries: Entry[] = [];
  let number = 0;
  const lines = text
    .slice(place + 'xref'.length, trailerAt)
    .trim()
    .split(/\s*[\r\n]+/);
  for (const line of lines) {
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(line);
    const range = /^(\d+) (\d+)$/.exec(line.trim());
    if (entry) {
      entries.push(entry[2] === 'n' ? { number, offset: Number(entry[1]) } : { number });
      number += 1;
    } else if (range) number = Number(range[1]);
    else return null;
  }
  return { entries, trailer: dictionary.text, isStream: false };
}

/** A cross-reference stream: rows of three numbers with the widths given by `/W` (PDF 32000-1, 7.5.8). */
function readPacked(pdf: Buffer, text: string, place: number): Section | null {
  if (!/^\s*\d+\s+\d+\s+obj\b/.test(text.slice(place, place + 40))) return null;
  const dictionary = dictionaryAt(text, place);
  const content =
    dictionary && /\/Type\s*\/XRef\b/.test(dictionary.text) ? readStream(pdf, text, dictionary) : null;
  const widths = numbersIn(dictionary?.text ?? '', 'W');
  const size = Number(/\/Size\s+(\d+)/.exec(dictionary?.text ?? '')?.[1] ?? NaN);
  if (!dictionary || !content || widths?.length !== 3) return null;
  const ranges = numbersIn(dictionary.text, 'Index') ?? [0, size];
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  // Rows without a width would never come to an end.
  if (typeWidth + secondWidth + thirdWidth === 0) return null;
  const entries: Entry[] = [];
  let at = 0;
  const read = (width: number): number => {
    let value = 0;
    for (const byte of content.subarray(at, at + width)) value = value * 256 + byte;
    at += width;
    return value;
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    for (let index = 0; index < (ranges[range + 1] ?? 0) && at < content.length; index += 1) {
      if (entries.length > MAX_ENTRIES) return null;
      const type = typeWidth === 0 ? 1 : read(typeWidth);
      const second = read(secondWidth);
      at += thirdWidth;
      const number = first + index;
      if (type === 1) entries.push({ number, offset: second });
      else if (type === 2) entries.push({ number, stream: second });
      else entries.push({ number });
    }
  }
  return { entries, trailer: dictionary.text, isStream: true };
}

function numbersIn(dictionary: string, key: string): number[] | null {
  const list = new RegExp(`/${key}\\s*\\[([\\d\\s]*)\\]`).exec(dictionary);
  return list?.[1] ? list[1].trim().split(/\s+/).map(Number) : null;
}
