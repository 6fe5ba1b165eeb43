import { expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { writeSheet, type SheetCell } from './write-sheet.ts';

async function writeRows(rows: SheetCell[][]): Promise<Uint8Array> {
  async function* parts() {
    yield rows;
  }
  const written: Uint8Array[] = [];
  const columns = [
    { title: 'Текст', width: 10 },
    { title: 'Сумма', width: 10 },
  ];
  for await (const part of writeSheet({ title: 'Реестр: [1]', columns }, parts())) written.push(part);
  return Buffer.concat(written);
}

test('texts stay texts whatever they hold, and sums are numbers to the kopeck', async () => {
  const rows: SheetCell[][] = [
    ['=1+1 <b>&amp;\r\n"№"', -1],
    ['7005800000000001', 9_007_199_254_740],
    ['', 0],
  ];
  expect(readXlsx(await writeRows(rows))).toEqual([
    ['Текст', 'Сумма'],
    ['=1+1 <b>&amp;&#13;\n"№"', -0.01],
    ['7005800000000001', 90_071_992_547.4],
    [null, 0],
  ]);
});

test('characters that XML forbids are left out, and none is decoded by a reader', async () => {
  const [, row] = readXlsx(await writeRows([['a\0\u001f\ud800b\uffff _x0041_', 1]]));
  expect(row?.[0]).toBe('a\ufffdb _x005F_x0041_');
});

test('a moment is a Moscow date, and the sheet prints with its titles on each page', async () => {
  const book = await writeRows([[new Date('2026-10-02T14:24:00Z') as SheetCell, 1]]);
  const [, row] = readXlsx(book);
  expect(new Date(Math.round((Number(row?.[0]) - 25_569) * 86_400) * 1000).toISOString()).toMatch(
    '2026-10-02T17:24:00',
  );
  const part = (name: string) => strFromU8(unzipSync(book)[name] ?? new Uint8Array());
  expect(part('xl/styles.xml')).toContain('formatCode="dd.mm.yyyy hh:mm"');
  expect(part('xl/workbook.xml')).toContain('<sheet name="Реестр 1"');
  expect(part('xl/workbook.xml')).toContain("'Реестр 1'!$1:$1</definedName>");
  expect(part('xl/workbook.xml')).toContain("'Реестр 1'!$A$1:$B$2</definedName>");
  expect(part('xl/worksheets/sheet1.xml')).toMatch(
    /^<[^>]*>\s*<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>.*<\/sheetData><autoFilter ref="A1:B2"\/><pageMargins [^>]*\/><pageSetup [^>]*orientation="landscape"\/><\/worksheet>$/s,
  );
});
