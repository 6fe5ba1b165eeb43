import type { Page } from '@playwright/test';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { statementOfWeek } from '../fleet/moscow-calendar.ts';
import { printPage } from './read-print.ts';

/** Margins of the style sheet, 16 mm, in points. */
const MARGIN = 45;
/** The menu, the search and the buttons of the screen. */
const SCREEN_ONLY = /Автопарк|АЗС и маршруты|Поиск|Заказать карту|Скачать|Столбцы/;
/** Figures of a row: numbers of documents, sums and days. */
const FIGURES = /№\s[МУ-]?[\d-]+|\d[\d\u00a0\u202f]*,\d{2}|\d{2}\.\d{2}\.\d{4}/g;

const LISTS = {
  cards: '/cabinet',
  operations: '/cabinet/card-transactions?type=11',
  transfers: '/cabinet/card-transactions?type=1',
  invoices: '/cabinet/invoices-issued',
  documents: '/cabinet/documents',
  statement: statementOfWeek(),
};

test('each printed list has its heading, every row and column, and no menu @firefox', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [name, place] of Object.entries(LISTS))
    await test.step(name, async () => {
      await page.goto(place);
      await expectWholePrint(page);
    });
});

async function expectWholePrint(page: Page): Promise<void> {
  const rows = page.getByRole('table').first().getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const shown = (await rows.allInnerTexts()).flatMap((row) => row.match(FIGURES) ?? []);
  expect(shown.length).toBeGreaterThanOrEqual((await rows.count()) - 1);
  const { text, wordBoxes } = await printPage(page);
  const printed = readDigits(text);
  expect(shown.filter((figure) => !printed.includes(readDigits(figure)))).toEqual([]);
  if (page.context().browser()?.browserType().name() !== 'firefox')
    expect(text).toContain(heading.replace(/\s/g, ' '));
  expect(text).not.toMatch(SCREEN_ONLY);
  expect(text, 'a cell is cut off').not.toContain('…');
  expect(
    wordBoxes.filter(({ left, right, sheetWidth }) => left < MARGIN - 1 || right > sheetWidth - MARGIN + 1),
  ).toEqual([]);
}

/** Firefox writes a variable font's heavier weights without their letters and points; the digits are always there. */
function readDigits(text: string): string {
  return text.replace(/[\s,.]/g, '');
}
