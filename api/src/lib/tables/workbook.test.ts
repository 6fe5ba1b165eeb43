import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { hostileTables, makeSheet, makeWorkbook } from '../../testing/hostile-files.ts';
import { parseTable } from './parse-table.ts';
import { TableProblem } from './table-limits.ts';
import { readXml } from './workbook-xml.ts';
import { readWorkbook } from './workbook.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 15);
/** 1: files as large as may be sent. */
const SCALE = Number(process.env.HOSTILE_SCALE ?? 0.005);
const LIMITS = { rows: 2000, columns: 100, cellLength: 500 };

type Value = string | number | boolean | Date | null;

function formatCell(value: Value) {
  if (value === null) return null;
  if (typeof value === 'string') return { value, type: String };
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value, type: Date, format: 'dd.mm.yyyy' };
}

/** Reads the workbook with another library. */
async function readWithOtherReader(bytes: Buffer): Promise<string[][]> {
  const [sheet] = await readXlsx(bytes);
  const rows = (sheet?.data ?? []).map((row) =>
    row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim())),
  );
  for (const row of rows) while (row.at(-1) === '') row.pop();
  return rows.filter((row) => row.length > 0);
}

test('a workbook has the texts, numbers, dates and flags that another reader finds', async () => {
  const day = fc
    .integer({ min: 0, max: 40_000 })
    .map((days) => new Date(Date.UTC(1950, 0, 1) + days * 86_400_000));
  const value = fc.oneof(
    fc.string({ maxLength: 8 }).filter((text) => !/^\s*$|_x/.test(text)),
    fc.integer({ min: -1_000_000, max: 2 ** 40 }),
    fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100),
    fc.boolean(),
    day,
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(value, { maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      async (rows) => {
        const bytes = await writeWorkbook(rows.map((row) => row.map((item) => formatCell(item)))).toBuffer();
        const read = await readWorkbook(bytes, LIMITS);
        expect(read.map(({ cells }) => cells)).toEqual(await readWithOtherReader(bytes));
      },
    ),
    { numRuns: RUNS },
  );
});

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-419]d\\ mmmm\\ yyyy\\ &quot;г.&quot;;@"/>' +
  '<numFmt numFmtId="171" formatCode="#,##0.00&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';

test('days are read in the calendar of their workbook, by their format', async () => {
  const row =
    '<row r="3"><c r="B3" s="1"><v>45000</v></c><c r="C3" s="2"><v>45000.5</v></c><c r="D3" s="3"><v>45000</v></c></row>';
  const parts = { 'xl/styles.xml': styles };
  const [read] = await readWorkbook(makeWorkbook(makeSheet(row), parts), LIMITS);
  expect(read).toEqual({ line: 3, cells: ['', '2023-03-15', '2023-03-15', '45000'] });
  const book = makeWorkbook(makeSheet(row), {
    ...parts,
    'xl/workbook.xml':
      '<w:workbook xmlns:w="m" xmlns:q="o"><w:workbookPr date1904="1"/><w:sheets><w:sheet q:id="rId1"/></w:sheets></w:workbook>',
  });
  expect((await readWorkbook(book, LIMITS))[0]?.cells).toEqual(['', '2027-03-16', '2027-03-16', '45000']);
});

test('rich texts are joined, their readings left out, and places may be missing', async () => {
  const shared =
    '<sst><si><r><t>Volvo </t></r><r><t>FH</t></r><rPh><t>вольво</t></rPh></si><si><t xml:space="preserve"> ДТ </t></si></sst>';
  const row =
    '<row><c t="s"><v>0</v></c><c/><c t="s"><v>1</v></c><c t="str"><f>A1</f><v>1 &lt; 2</v></c><c t="b"><v>1</v></c><c><v>7.0058E+15</v></c></row>';
  const [read] = await readWorkbook(makeWorkbook(makeSheet(row), { 'xl/sharedStrings.xml': shared }), LIMITS);
  expect(read?.cells).toEqual(['Volvo FH', '', 'ДТ', '1 < 2', 'true', '7005800000000000']);
});

test.each(hostileTables(SCALE))(
  '$name is read within its limits, or refused with a sentence',
  async ({ bytes }) => {
    const parsed = await parseTable({ bytes, limits: LIMITS });
    if (parsed.ok) expect(parsed.rows.length).toBeLessThanOrEqual(LIMITS.rows);
    else expect(parsed.problem).toMatch(/^[А-Я].*[а-яA-Z0-9]$/);
  },
);

test('whatever its sheet repeats, a workbook is read within its limits or refused', async () => {
  const fragment = fc.constantFrom(
    '<row r="1">',
    '</row>',
    '<c r="A1" t="s">',
    '<c r="ZZ1048576">',
    '</c>',
    '<v>9</v>',
    '<v>-1</v>',
    '<t>',
    '</t>',
    '<is>',
    '&amp;',
    '&x;',
    'текст',
    '<![CDATA[',
    ']]>',
    '<!--',
    '\0',
  );
  const piece = fc.tuple(fc.array(fragment, { maxLength: 6 }), fc.integer({ min: 1, max: 100 }));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const rows = pieces.map(([parts, times]) => parts.join('').repeat(times)).join('');
      const parsed = await parseTable({ bytes: makeWorkbook(makeSheet(rows)), limits: LIMITS });
      expect(parsed.ok || parsed.problem.length > 10).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test.each(['<row a="', '<!--', '<?a ', '<'])(
  'a piece of XML that begins with %s and never ends is left',
  async (begin) => {
    let read = 0;
    async function* endless() {
      yield Buffer.from(`<worksheet>${begin}`);
      for (; read < 1000; read += 1) yield Buffer.alloc(16_384, 'a');
    }
    await expect(readXml(endless(), {})).rejects.toThrow(TableProblem);
    expect(read).toBeLessThan(20);
  },
);
