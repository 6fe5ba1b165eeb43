import { dictionaryAt, readStream } from './pdf-stream.ts';
import { readCrossReferences } from './pdf-cross-references.ts';

/** A PDF read as far as its page tree: enough to append pages. */
export interface ReadPdf {
  /** The highest object number plus one. */
  size: number;
  root: number;
  /** The entries of the newest trailer, without its brackets. */
  trailer: string;
  startXref: number;
  /** The newest cross-references are a compressed stream (PDF 1.5), not a table. */
  inStreams: boolean;
  pages: { number: number; generation: number; text: string };
  /** Objects that are not packed, from `n g obj` to `endobj`, by number. */
  objects: Map<number, Buffer>;
}

/** Returns null when the file is encrypted, damaged, or uses a feature that is not supported here. */
export function readPdf(pdf: Buffer): ReadPdf | null {
  const text = pdf.toString('latin1');
  const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-2048))?.[1] ?? NaN);
  const references = readCrossReferences(pdf, text, startXref);
  if (!references || /\/Encrypt\b/.test(references.trailer)) return null;
  const { trailer } = references;
  const root = /\/Root\s+(\d+)\s+\d+\s+R/.exec(trailer);
  const size = /\/Size\s+(\d+)/.exec(trailer);
  if (!root || !size) return null;

  const objects = new Map<number, Buffer>();
  const ends = [...references.offsets.values(), ...references.sections, text.length].sort((a, b) => a - b);
  // Each part of the file is searched once, however many objects there are.
  const nextObjectAt = new Map(ends.map((end, at) => [end, ends[at + 1] ?? text.length]));
  for (const [number, offset] of references.offsets) {
    if (!new RegExp(`^${number}\\s+\\d+\\s+obj`).test(text.slice(offset, offset + 30))) return null;
    const length = text.slice(offset, nextObjectAt.get(offset)).lastIndexOf('endobj');
    if (length < 0) return null;
    const end = offset + length;
    objects.set(number, Buffer.concat([pdf.subarray(offset, end + 'endobj'.length), Buffer.from('\n')]));
  }
  /** Returns the object's text as if unpacked. */
  const readObjectText = (number: number): string | null => {
    const open = objects.get(number);
    if (open) return open.toString('latin1');
    const place = references.packed.get(number);
    const stream = place && objects.get(place.stream);
    const packed = stream && unpack(stream, number);
    return packed ? `${number} 0 obj\n${packed}\nendobj\n` : null;
  };
  const pages = /\/Pages\s+(\d+)\s+(\d+)\s+R/.exec(readObjectText(Number(root[1])) ?? '');
  const pagesText = pages && readObjectText(Number(pages[1]));
  if (!pages || !pagesText) return null;
  return {
    size: Number(size[1]),
    root: Number(root[1]),
    trailer,
    startXref,
    inStreams: references.inStreams,
    pages: { number: Number(pages[1]), generation: Number(pages[2]), text: pagesText },
    objects,
  };
}

/** Takes an object out of an object stream: pairs of number and offset come before the objects themselves. */
function unpack(stream: Buffer, wanted: number): string | null {
  const text = stream.toString('latin1');
  const dictionary = dictionaryAt(text, 0);
  const content = dictionary && readStream(stream, text, dictionary);
  const count = Number(/\/N\s+(\d+)/.exec(dictionary?.text ?? '')?.[1] ?? NaN);
  const first = Number(/\/First\s+(\d+)/.exec(dictionary?.text ?? '')?.[1] ?? NaN);
  if (!content || !Number.isInteger(count) || !Number.isInteger(first)) return null;
  const head = content.subarray(0, first).toString('latin1').trim().split(/\s+/).map(Number);
  for (let index = 0; index < count; index += 1) {
    if (head[2 * index] !== wanted) continue;
    const from = head[2 * index + 1] ?? NaN;
    const to = index + 1 < count ? (head[2 * index + 3] ?? NaN) : content.length - first;
    return content
      .subarray(first + from, first + to)
      .toString('latin1')
      .trim();
  }
  return null;
}
