import { readFileSync } from 'node:fs';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('staff read what the file for 1C holds, and save it @phone', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/exchange');
  await expect(page.getByRole('heading', { level: 1, name: 'Выгрузка в 1С' })).toBeVisible();
  const parts = page.getByRole('table', { name: 'Документы в файле' });
  await expect(parts.getByRole('row', { name: /УПД клиентам/ })).toHaveText(/[1-9][\d\s]*,\d\d\s₽/);
  const books = page.getByRole('table', { name: 'Сверка с балансом программы' });
  await expect(books.getByRole('row', { name: /Продано клиентам/ })).toHaveText(/[1-9][\d\s]*,\d\d\s₽/);
  await expectNoAxeViolations(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать для 1С' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^Документы программы для 1С .*\.xml$/);
  const xml = readFileSync(await saved.path(), 'utf8');
  expect(xml).toContain('<Документ.РеализацияТоваровУслуг>');
  expect(xml).toMatch(/<\/Body><\/Message>\n$/);
});

test('days without documents say why, and offer no file', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/exchange?from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('УПД появляются, когда закрывают месяц')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Скачать для 1С' })).toHaveAttribute('aria-disabled', 'true');
});
