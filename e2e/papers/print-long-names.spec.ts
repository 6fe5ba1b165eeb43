import type { Page } from '@playwright/test';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { statementOfWeek } from '../fleet/moscow-calendar.ts';
import { changeAnswer } from '../pages/change-answer.ts';
import { printPage } from './read-print.ts';

const LONG = 'Общество с ограниченной ответственностью «Северо-Западнотранснефтепродуктсервис-Логистика»';
/** Margins of the style sheet, 16 mm, in points. */
const MARGIN = 45;

/** Words of some rows: a sheet before the last has more. */
const SEVERAL_ROWS = 60;

const LISTS = {
  operations: '/cabinet/card-transactions?type=11',
  transfers: '/cabinet/card-transactions?type=1',
  cards: '/cabinet',
  invoices: '/cabinet/invoices-issued',
  documents: '/cabinet/documents',
  statement: statementOfWeek(),
};

test('lists with the longest names and sums are printed whole, without an empty sheet @firefox', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/(card|operations|invoices|documents|statement)/, lengthen);
  for (const [name, place] of Object.entries(LISTS))
    await test.step(name, async () => {
      await page.goto(place);
      await expectPrintedWhole(page);
    });
});

async function expectPrintedWhole(page: Page): Promise<void> {
  const rows = page.getByRole('table').first().getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  const { wordBoxes, sheets, text } = await printPage(page);
  expect(
    wordBoxes.filter(({ left, right, sheetWidth }) => left < MARGIN - 1 || right > sheetWidth - MARGIN + 1),
  ).toEqual([]);
  const full = text.split('\f').slice(0, sheets - 1);
  for (const sheet of full) expect(sheet.split(/\s+/).length).toBeGreaterThan(SEVERAL_ROWS);
}

/** Makes every name long, and every sum nine digits long. */
function lengthen(answer: unknown): void {
  if (Array.isArray(answer)) return answer.forEach(lengthen);
  if (typeof answer !== 'object' || answer === null) return;
  for (const [key, value] of Object.entries(answer)) {
    const fields = answer as Record<string, unknown>;
    if (/^(status|type|unit)$/.test(key)) continue;
    if (typeof value === 'string' && /^(title|comment|address|name|surname)$/.test(key)) fields[key] = LONG;
    else if (typeof value === 'number' && /^(sum|card_sum|balance|vat|unit_cnt)$/.test(key))
      fields[key] = 123_456_789.99;
    else lengthen(value);
  }
}
