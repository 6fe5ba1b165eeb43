import { expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { listPdfBookmarks, listPdfTags, readPdfText } from '../../../../testing/read-pdf-text.ts';
import { REQUISITES } from '../../../../testing/givens/requisites.ts';
import { statementPdf, type StatementDocument } from './statement-pdf.ts';

const BILLION = kopecks(1_234_567_890_12);
const LONG_NAME = `Общество с ограниченной ответственностью «${'Перевозчик '.repeat(20)}»`.slice(0, 250);
const PROGRAMME = {
  ...REQUISITES,
  name: LONG_NAME,
  director: 'Константинопольский-Заболоцкий А. К.',
  accountant: null,
};

function givenStatement(movements: number): StatementDocument {
  return {
    statement: {
      place: { kind: 'company', title: 'Все средства компании' },
      period: { from: '2026-10-01', to: '2026-10-31' },
      opening: BILLION,
      cameIn: BILLION,
      wentOut: BILLION,
      closing: BILLION,
      movements: Array.from({ length: movements }, (_, index) => ({
        id: index,
        at: new Date('2026-10-10T10:00:00Z'),
        soldAt: null,
        description: 'Оплата по счёту № М-000123, платёжное поручение № 123456 от 15.10.2026',
        from: 'Поступление из банка',
        to: 'Нераспределённые средства',
        sum: BILLION,
        moved: BILLION,
        balance: BILLION,
      })),
    },
    programme: PROGRAMME,
    client: { name: LONG_NAME, inn: '5047123455' },
    madeOn: '2026-11-01',
  };
}

async function readPages(movements: number): Promise<string[]> {
  const text = readPdfText(await statementPdf(givenStatement(movements)), []);
  return text.split('\f').filter((page) => page.trim() !== '');
}

test('a name of 250 characters under a short statement needs no second page', async () => {
  expect(await readPages(3)).toHaveLength(1);
});

test.each([7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
  'a statement of %s movements ends with whose favour its balance is in',
  async (movements) => {
    const last = (await readPages(movements)).at(-1);
    expect(last).not.toContain('подпись');
    expect(last).not.toContain('Акт сверки');
    expect(last).toContain('остаток аванса в пользу');
  },
);

test('a statement has a bookmark for each day, or for each month of a longer period', async () => {
  const printed = givenStatement(60);
  const days = (month: number) => (day: number) => new Date(Date.UTC(2026, month - 1, day, 10));
  const withDays = (at: Date[]): StatementDocument => ({
    ...printed,
    statement: {
      ...printed.statement,
      movements: at.map((day, id) => ({ ...printed.statement.movements[id]!, at: day })),
    },
  });
  const october = await statementPdf(withDays([1, 1, 2, 5, 5].map(days(10))));
  expect(listPdfBookmarks(october).slice(1)).toEqual(['01.10.2026', '02.10.2026', '05.10.2026']);

  const quarter = withDays([...[3, 30].map(days(8)), ...[1, 2].map(days(9)), days(10)(31)]);
  quarter.statement.period = { from: '2026-08-01', to: '2026-10-31' };
  expect(listPdfBookmarks(await statementPdf(quarter)).slice(1)).toEqual([
    'август 2026 г.',
    'сентябрь 2026 г.',
    'октябрь 2026 г.',
  ]);
});

test('a statement is accessible: its heading, then a table with column headers', async () => {
  const tags = listPdfTags(await statementPdf(givenStatement(60)));
  expect(tags).toMatch(/^Document\s+H1 \(block\)\s+"Выписка по счёту за период/);
  expect(tags.match(/^\s+TH:/gm)).toHaveLength(5);
  // Its header, the opening balance and the movements.
  expect(tags.match(/^\s+TR\b/gm)).toHaveLength(62);
});

test.each([
  [0, /На 31 октября 2026 г\. задолженность отсутствует\./],
  [1, /остаток аванса в пользу .*: 0,01 руб\./s],
  [-2, /задолженность в пользу .*: 0,02 руб\./s],
])('a statement that ends at %s kopecks says who owes, and shows the least sums', async (closing, owed) => {
  const printed = givenStatement(2);
  const sums = [kopecks(3), kopecks(-4)];
  const movements = printed.statement.movements.map((movement, id) => ({ ...movement, sum: sums[id]! }));
  const statement = { ...printed.statement, movements, closing: kopecks(closing) };
  const text = readPdfText(await statementPdf({ ...printed, statement }), []);
  expect(text).toMatch(owed);
  expect(text).toMatch(/\s0,03\s/);
  expect(text).toMatch(/\s0,04\s/);
});
