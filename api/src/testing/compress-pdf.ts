import { deflateSync } from 'node:zlib';
import { readPdf } from '../lib/pdf/read-pdf.ts';

/**
 * Rewrites a document as newer programs do (PDF 1.5): objects without a stream are packed into an object stream, and the
 * cross-references are a compressed stream with PNG prediction.
 */
export function compressPdf(pdf: Buffer): Buffer {
  const read = readPdf(pdf);
  if (!read) throw new Error('not a PDF of ours');
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const rows = new Map<number, [number, number, number]>([[0, [0, 0, 65_535]]]);
  const write = (number: number, bytes: Buffer): void => {
    const offset = parts.reduce((total, part) => total + part.length, 0);
    rows.set(number, [1, offset, 0]);
    parts.push(bytes);
  };
  const packed: [number, string][] = [];
  for (const [number, bytes] of read.objects) {
    const text = bytes.toString('latin1');
    if (/stream\r?\n/.test(text)) write(number, bytes);
    else packed.push([number, text.replace(/^\s*\d+\s+\d+\s+obj\s*/, '').replace(/\s*endobj\s*$/, '')]);
  }
  const streamNumber = read.size;
  let head = '';
  let body = '';
  for (const [index, [number, text]] of packed.entries()) {
    head += `${number} ${body.length} `;
    body += `${text}\n`;
    rows.set(number, [2, streamNumber, index]);
  }
  write(
    streamNumber,
    stream(
      streamNumber,
      `/Type /ObjStm /N ${packed.length} /First ${head.length}`,
      Buffer.from(head + body, 'latin1'),
    ),
  );
  const place = parts.reduce((total, part) => total + part.length, 0);
  const size = read.size + 2;
  rows.set(read.size + 1, [1, place, 0]);
  const trailerEntries = ['Root', 'Info', 'ID']
    .map((key) => new RegExp(`/${key}\\s*(\\d+ \\d+ R|\\[[^\\]]*\\])`).exec(read.trailer)?.[0] ?? '')
    .join(' ');
  const predicted = applyUpFilter(
    Array.from({ length: size }, (_, number) => {
      const [type, second, third] = rows.get(number) ?? [0, 0, 0];
      const row = Buffer.alloc(7);
      row.writeUInt8(type, 0);
      row.writeUInt32BE(second, 1);
      row.writeUInt16BE(third, 5);
      return row;
    }),
  );
  parts.push(
    stream(
      read.size + 1,
      `/Type /XRef /Size ${size} /W [1 4 2] ${trailerEntries} /DecodeParms << /Predictor 12 /Columns 7 >>`,
      predicted,
    ),
    Buffer.from(`startxref\n${place}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** PNG's «up»: each row is the difference to the one above. */
function applyUpFilter(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(
    rows.map((row, index) =>
      Buffer.from([2, ...row.map((byte, column) => (byte - (rows[index - 1]?.[column] ?? 0)) & 0xff)]),
    ),
  );
}

function stream(number: number, entries: string, content: Buffer): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(
      `${number} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
      'latin1',
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}
