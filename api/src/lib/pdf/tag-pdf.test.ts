import { describe, expect, test } from 'vitest';
import { listPdfBookmarks, listPdfTags, readPdfText } from '../../testing/read-pdf-text.ts';
import { renderLongTable, type LongRow } from './long-table-pdf.ts';
import { heading, parties, subheading } from './pdf-blocks.ts';
import { qrCode } from './pdf-qr.ts';
import { lineTable } from './pdf-tables.ts';
import { renderPdf } from './pdf.ts';

const COLUMNS = [
  { title: 'Дата', width: 60 },
  { title: 'Товар', width: '*' as const },
  { title: 'Сумма', width: 60, figures: true },
];
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => [`день ${at + 1}`, 'Дизель', '1,00']);

function makePdfPages(count: number, unnumbered = false): Promise<Buffer> {
  return renderPdf({
    title: 'Проба',
    author: 'ООО «Проба»',
    dateIso: '2026-09-15',
    unnumbered,
    content: [
      heading('Выписка'),
      parties([{ role: 'Клиент', strong: 'ООО «Клиент»', text: ', ИНН 7707083893' }]),
      subheading('Движения'),
      lineTable(
        COLUMNS,
        rows(count),
        rows(count).map((_, at) => (at % 50 === 0 ? `с ${at + 1}` : null)),
      ),
      qrCode('проба', 30, 'Оплата по QR-коду'),
    ],
  });
}

async function longTable(count: number): Promise<Buffer> {
  const row = (at: number): LongRow =>
    at % 50 === 0 ? { title: `Карта ${at}` } : { cells: [`день ${at}`, 'Дизель', '1,00'] };
  const all = [
    ...Array.from({ length: count }, (_, at) => row(at)),
    { cells: ['Всего', '', '9,00'], isLast: true },
  ];
  return renderLongTable({
    title: 'Реестр',
    author: 'ООО «Проба»',
    dateIso: '2026-09-15',
    period: 'сентябрь',
    parties: [{ role: 'Клиент', text: 'ООО «Клиент»' }],
    columns: COLUMNS.map((column) => ({ ...column, width: 252 })),
    // oxlint-disable-next-line require-await
    rows: async function* () {
      yield all;
    },
  });
}

const listPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
/** Names of the elements, in the order of reading. */
const listElements = (tags: string): string[] =>
  [...tags.matchAll(/^ *(Document|H1|H2|P|Table|TR|TH|TD|Figure)\b/gm)].map(([, name = '']) => name);
const countName = (names: string[], name: string): number => names.filter((found) => found === name).length;

describe.each([
  ['a paper', makePdfPages],
  ['a long table', longTable],
])('%s', (_what, make) => {
  test('the PDF is a tagged PDF 1.7', async () => {
    const text = (await make(120)).toString('latin1');
    expect(text.slice(0, 8)).toBe('%PDF-1.7');
    expect(text).toMatch(/\/MarkInfo \d+ 0 R/);
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/StructTreeRoot \d+ 0 R/);
  });

  test('the PDF reads its heading, then its table, whose header is read once', async () => {
    const pdf = await make(120);
    expect(listPages(pdf)).toBeGreaterThan(2);
    const names = listElements(listPdfTags(pdf));
    expect(names.slice(0, 2)).toEqual(['Document', 'H1']);
    expect(countName(names, 'Table')).toBe(1);
    expect(countName(names, 'TH')).toBe(3);
    expect(countName(names, 'TR')).toBeGreaterThan(120);
    const tags = listPdfTags(pdf);
    expect(tags.match(/"Товар"/g)).toHaveLength(1);
    // The footer of each page is not part of the text.
    expect(tags).not.toContain('страница');
    expect(readPdfText(pdf).match(/Товар/g)).toHaveLength(listPages(pdf));
  });

  test('the PDF has no text without a tag', async () => {
    const pdf = await make(70);
    const read = [...listPdfTags(pdf).matchAll(/"(.*)"/g)].map(([, text = '']) => text).join('');
    const shown = readPdfText(pdf, ['-raw']).replace(/^.*страница.*$/gm, '');
    for (const word of new Set(shown.split(/\s+/)))
      if (word) expect(read.replaceAll(' ', '')).toContain(word);
  });

  test('the PDF has bookmarks', async () => {
    const titles = listPdfBookmarks(await make(120));
    expect(titles.length).toBeGreaterThanOrEqual(3);
    expect(titles.slice(-2)).toEqual(make === makePdfPages ? ['с 51', 'с 101'] : ['Карта 50', 'Карта 100']);
  });

  test('the PDF has the same bytes each time', async () => {
    expect((await make(30)).equals(await make(30))).toBe(true);
  });
});

test('a picture says what it shows', async () => {
  expect(listElements(listPdfTags(await makePdfPages(1)))).toContain('Figure');
});

test('a PDF that is appended to another file brings no tags of its own', async () => {
  const text = (await makePdfPages(1, true)).toString('latin1');
  expect(text).not.toContain('StructTreeRoot');
  expect(text).not.toContain('StructParents');
});

test('a table of hundreds of pages has bookmarks alone', async () => {
  const pdf = await longTable(4000);
  expect(listPages(pdf)).toBeGreaterThan(100);
  expect(pdf.toString('latin1')).not.toContain('StructTreeRoot');
  expect(listPdfBookmarks(pdf)).toHaveLength(80);
});
