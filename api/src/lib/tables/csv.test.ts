import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { csvFile, csvNumber, csvText, removeFormulaGuard } from '#contract/values/csv.ts';
import { readCsv } from './csv.ts';
import { TableProblem } from './table-limits.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

test('a cell that a spreadsheet would run is defused, and read back as it was', () => {
  for (const text of ['=1+1', '+7 900', '-2', '@cmd', '\tx', "'-!", "''=1"]) {
    expect(csvText(text)).toContain("'");
    const cells = readCsv(Buffer.from(csvFile([[csvText('x'), csvText(text)]])))[0]?.cells ?? [];
    expect(removeFormulaGuard(cells[1] ?? '')).toBe(text);
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
      expect(read.map(({ cells }) => cells.map(removeFormulaGuard))).toEqual(table);
    }),
    { numRuns: RUNS },
  );
});

const TEXT = 'Номер;Марка\nА123ВС77;"Volvo;\nFH"\n\nВ456ЕК99;ГАЗ\n';
const READ = [
  { line: 1, cells: ['Номер', 'Марка'] },
  { line: 2, cells: ['А123ВС77', 'Volvo;\nFH'] },
  { line: 5, cells: ['В456ЕК99', 'ГАЗ'] },
];

describe('reading a CSV table back', () => {
  test.each(['utf8', 'win1251', 'cp866', 'utf16le', 'utf16be'])('a table in %s is read alike', (encoding) => {
    expect(readCsv(iconv.encode(TEXT, encoding))).toEqual(READ);
  });

  test.each(['utf8', 'utf16le', 'utf16be'])(
    'a table in %s with a byte order mark is read alike',
    (encoding) => {
      expect(readCsv(iconv.encode(TEXT, encoding, { addBOM: true }))).toEqual(READ);
    },
  );

  test.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('a table with line breaks of %s is read alike', (_, breaks) => {
    const rows = readCsv(Buffer.from(TEXT.replaceAll('\n', breaks)));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5]);
    expect(rows[1]?.cells).toEqual(['А123ВС77', `Volvo;${breaks}FH`]);
  });

  test.each([
    ['semicolons', 'Номер;Норма;Бак\nА1;31,5;600\nА2;30,5;400', ';'],
    ['commas', 'Номер,Норма,Бак\nА1,31.5,600\nА2,30.5,400', ','],
    ['tabs', 'Номер\tНорма\tБак\nА1\t31,5\t600\nА2\t30,5\t400', '\t'],
    [
      'a title above that has commas',
      'Список машин, на 1 сентября, всего 2\nНомер;Норма;Бак\nА1;31,5;600',
      ';',
    ],
  ])('a table with %s is read alike', (_, text) => {
    expect(readCsv(Buffer.from(text)).at(-1)?.cells).toHaveLength(3);
  });

  test('a table with a line that names the separator, which is no row, is read alike', () => {
    const rows = readCsv(Buffer.from('sep=|\r\nНомер|Марка, тип\r\nА1|ГАЗ; "Газель"'));
    expect(rows).toEqual([
      { line: 2, cells: ['Номер', 'Марка, тип'] },
      { line: 3, cells: ['А1', 'ГАЗ; "Газель"'] },
    ]);
  });
});

const LIMITS = { rows: 100, columns: 20, cellLength: 50 };

test.each([
  ['more rows than may be', 'a\n'.repeat(200), 'больше 100 строк'],
  ['more columns than may be', 'a;'.repeat(30), 'больше 20 столбцов'],
  ['a quote that is never closed', 'a;b\n"c;d\n', 'кавычки закрыты'],
  ['a quote in the middle of a row without an end', `a;b\n"${'"a'.repeat(50_000)}`, 'кавычки закрыты'],
  ['separators without an end', ';'.repeat(100_000), 'слишком много столбцов'],
  ['rows of separators without an end', ';;\n'.repeat(60_000), 'пустых строк'],
])('a file with %s is refused with a sentence', (_, text, sentence) => {
  expect(() => readCsv(Buffer.from(text), LIMITS)).toThrow(TableProblem);
  expect(() => readCsv(Buffer.from(text), LIMITS)).toThrow(sentence);
});

test('whatever is repeated, rows stay within their limits or the file is refused', () => {
  const fragment = fc.constantFrom('"', '""', ';', '\n', '\r', ' ', '\t', 'а', '\0', ',', 'Номер', '"a"b');
  const piece = fc.tuple(fc.array(fragment, { maxLength: 4 }), fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.map(([parts, times]) => parts.join('').repeat(times)).join('');
      try {
        const rows = readCsv(Buffer.from(text), LIMITS);
        expect(rows.length).toBeLessThanOrEqual(LIMITS.rows + 11);
        for (const { cells } of rows) {
          expect(cells.length).toBeLessThanOrEqual(LIMITS.columns);
          expect(cells.every((cell) => cell.length <= LIMITS.cellLength)).toBe(true);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(TableProblem);
      }
    }),
    { numRuns: RUNS },
  );
});
