import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFile, csvNumber, csvText, withoutDefusal } from '#contract/csv.ts';
import { readCsv } from './csv.ts';

test('a cell that a spreadsheet would run is defused, and read back as it was', () => {
  for (const text of ['=1+1', '+7 900', '-2', '@cmd', '\tx', "'-!", "''=1"]) {
    expect(csvText(text)).toContain("'");
    const cells = readCsv(Buffer.from(csvFile([[csvText('x'), csvText(text)]])))[0]?.cells ?? [];
    expect(withoutDefusal(cells[1] ?? '')).toBe(text);
  }
  expect(csvNumber(-12.5)).toBe('-12,5');
});

test('whatever text goes in comes out, in its own row and column', () => {
  const cell = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text && !/[\r\0]/.test(text));
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, (table) => {
      const file = csvFile([['a', 'b', 'c'], ...table.map((row) => row.map(csvText))]);
      const read = readCsv(new TextEncoder().encode(file)).slice(1);
      expect(read.map(({ cells }) => cells.map(withoutDefusal))).toEqual(table);
    }),
  );
});

test('a file of an old spreadsheet in windows-1251 with tabs is read too, and its lines keep their numbers', () => {
  const cyrillic = Uint8Array.from([0xc0, 0xc7, 0xd1, 9, 0x31, 13, 10, 13, 10, 0xc4, 0xd2, 9, 0x32]);
  expect(readCsv(cyrillic)).toEqual([
    { line: 1, cells: ['АЗС', '1'] },
    { line: 3, cells: ['ДТ', '2'] },
  ]);
});
