import { expect, test } from 'vitest';
import { readXlsx } from '../testing/read-xlsx.ts';
import { writeSheet, type SheetCell } from './write-sheet.ts';

async function sheetOf(rows: SheetCell[][]): Promise<Uint8Array> {
  async function* parts() {
    yield rows;
  }
  const written: Uint8Array[] = [];
  const columns = [
    { title: 'Текст', width: 10 },
    { title: 'Сумма', width: 10 },
  ];
  for await (const part of writeSheet(columns, parts())) written.push(part);
  return Buffer.concat(written);
}

test('texts stay texts whatever they hold, and sums are numbers to the kopeck', async () => {
  const rows: SheetCell[][] = [
    ['=1+1 <b>&amp;\r\n"№"', -1],
    ['7005800000000001', 9_007_199_254_740],
    ['', 0],
  ];
  expect(readXlsx(await sheetOf(rows))).toEqual([
    ['Текст', 'Сумма'],
    ['=1+1 <b>&amp;&#13;\n"№"', -0.01],
    ['7005800000000001', 90_071_992_547.4],
    [null, 0],
  ]);
});

test('what no XML may hold is left out, and nothing a reader would decode is taken for a sign', async () => {
  const [, row] = readXlsx(await sheetOf([['a\0\u001f\ud800b\uffff _x0041_', 1]]));
  expect(row?.[0]).toBe('a\ufffdb _x005F_x0041_');
});
