import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../web/src/ui/theme/figures');

test.each([400, 500, 600, 700])(
  '§9.6 sums of weight %i stand in line in a column of the browser',
  (weight) => {
    const font = readFileSync(path.join(FOLDER, `${weight}.woff`));
    const cmap = readTable(font, 'cmap');
    const hmtx = readTable(font, 'hmtx');
    const widths = Array.from({ length: 10 }, (_, figure) => {
      const group = 28 + figure * 12;
      expect(cmap.readUInt32BE(group)).toBe(0x30 + figure);
      return hmtx.readUInt16BE(cmap.readUInt32BE(group + 8) * 4);
    });
    expect(new Set(widths).size).toBe(1);
  },
);

function readTable(woff: Buffer, tag: string): Buffer {
  for (let record = 44; record < 44 + woff.readUInt16BE(12) * 20; record += 20) {
    if (woff.toString('latin1', record, record + 4) !== tag) continue;
    const at = woff.readUInt32BE(record + 4);
    const body = woff.subarray(at, at + woff.readUInt32BE(record + 8));
    return body.length < woff.readUInt32BE(record + 12) ? inflateSync(body) : body;
  }
  throw new Error(`no table ${tag}`);
}
