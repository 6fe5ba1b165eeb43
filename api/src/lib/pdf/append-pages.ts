import { readPdf, type ReadPdf } from './read-pdf.ts';

/**
 * Appends the pages of one PDF to another by an incremental update: every byte of the first stays where it is, and
 * the new objects are written after its end, with cross-references of the same kind as its own. Null when the first
 * is encrypted or damaged. The second must be one of our own, whose objects are not packed.
 */
export function appendPages(original: Buffer, addition: Buffer): Buffer | null {
  const first = readPdf(original);
  const second = readPdf(addition);
  if (!first || !second) return null;
  const oldKids = findPageRefs(first.pages.text);
  const newKids = findPageRefs(second.pages.text);
  const count = /\/Count\s+(\d+)/.exec(first.pages.text);
  if (oldKids === null || newKids === null || !count) return null;

  const base = first.size;
  const moved = (text: string): string =>
    text.replace(/\b(\d+)\s+(\d+)\s+R\b/g, (_whole, number: string, generation: string) =>
      Number(number) === second.pages.number
        ? `${first.pages.number} ${first.pages.generation} R`
        : `${Number(number) + base} ${generation} R`,
    );
  const parts: Buffer[] = [original, Buffer.from('\n')];
  let at = original.length + 1;
  const offsets = new Map<number, number>();
  const write = (number: number, bytes: Buffer): void => {
    offsets.set(number, at);
    parts.push(bytes);
    at += bytes.length;
  };

  const pageCount = newKids.match(/\d+\s+\d+\s+R/g)?.length ?? 0;
  const grown = first.pages.text
    .replace(/\/Kids\s*\[[^\]]*\]/, `/Kids [${oldKids} ${moved(newKids)}]`)
    .replace(/\/Count\s+\d+/, `/Count ${Number(count[1]) + pageCount}`);
  write(first.pages.number, Buffer.from(grown, 'latin1'));
  for (const [number, bytes] of second.objects) {
    if (number === second.pages.number || number === second.root) continue;
    const text = bytes.toString('latin1');
    const streamAt = text.search(/stream\r?\n/);
    const head = streamAt < 0 ? text : text.slice(0, streamAt);
    const renumbered = moved(head).replace(/^\s*\d+(\s+\d+\s+obj)/, `${number + base}$1`);
    write(
      number + base,
      Buffer.concat([Buffer.from(renumbered, 'latin1'), bytes.subarray(head.length), Buffer.from('\n')]),
    );
  }
  const size = base + second.size;
  parts.push(first.inStreams ? packedReferences(offsets, first, size, at) : table(offsets, first, size, at));
  return Buffer.concat(parts);
}

function findPageRefs(pages: string): string | null {
  return /\/Kids\s*\[([^\]]*)\]/.exec(pages)?.[1]?.trim() ?? null;
}

function table(offsets: ReadonlyMap<number, number>, first: ReadPdf, size: number, at: number): Buffer {
  const entries = sorted(offsets)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  return Buffer.from(
    `xref\n${entries}trailer\n<< /Size ${size} /Prev ${first.startXref} ${copyTrailerEntries(first.trailer)} >>\nstartxref\n${at}\n%%EOF\n`,
    'latin1',
  );
}

/**
 * A file with its cross-references in streams must be continued by a stream: mixing both is not allowed (7.5.8.4).
 */
function packedReferences(
  offsets: ReadonlyMap<number, number>,
  first: ReadPdf,
  size: number,
  at: number,
): Buffer {
  const rows = sorted(new Map([...offsets, [size, at]]));
  const content = Buffer.alloc(rows.length * 7);
  for (const [index, [, offset]] of rows.entries()) {
    content.writeUInt8(1, index * 7);
    content.writeUInt32BE(offset, index * 7 + 1);
  }
  const ranges = rows.map(([number]) => `${number} 1`).join(' ');
  const head =
    `${size} 0 obj\n<< /Type /XRef /Size ${size + 1} /W [1 4 2] /Index [${ranges}] /Length ${content.length} ` +
    `/Prev ${first.startXref} ${copyTrailerEntries(first.trailer)} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head, 'latin1'),
    content,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
  ]);
}

function sorted(offsets: ReadonlyMap<number, number>): [number, number][] {
  return [...offsets].sort(([one], [other]) => one - other);
}

/** The entries of a trailer that describe the document rather than its own section. */
function copyTrailerEntries(trailer: string): string {
  return ['Root', 'Info', 'ID']
    .map((key) => new RegExp(`/${key}\\s*(\\d+\\s+\\d+\\s+R|\\[[^\\]]*\\])`).exec(trailer)?.[0] ?? '')
    .filter((entry) => entry !== '')
    .join(' ');
}
