import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

test('operations are selected by keyboard, with the total and file of the selected @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?type=11&status=1');
  const table = page.getByRole('table', { name: 'Операции' });
  const boxes = table.getByRole('checkbox', { name: /^Выбрать операцию/ });
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Выбранные операции' });
  await expect(bar.getByRole('status')).toHaveText(/^Выбрано: 2\s+операции$/);
  const total = parseKopecks((await bar.getByRole('paragraph').textContent()) ?? '');
  await expectNoAxeViolations(page);
  const lines = await savedCsv(page);
  expect(lines).toHaveLength(3);
  const at = lines[0]?.split(';').indexOf('Сумма') ?? -1;
  expect(lines.slice(1).reduce((sum, line) => sum + parseKopecks(line.split(';')[at] ?? ''), 0)).toBe(total);
  await bar.getByRole('button', { name: 'Снять выбор' }).click();
  await expect(bar).toBeHidden();
});

test('invoices are selected all at once, and come to what they say', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const table = page.getByRole('table', { name: 'Выставленные счета' });
  await table.getByRole('checkbox', { name: 'Выбрать все: Выставленные счета' }).check();
  const bar = page.getByRole('region', { name: 'Выбранные счета' });
  await expect(bar.getByRole('status')).toContainText(/Выбрано: \d+\s+сч/);
  const total = parseKopecks((await bar.getByRole('paragraph').textContent()) ?? '');
  const lines = await savedCsv(page);
  expect(lines).toHaveLength((await table.locator('tbody tr').count()) + 1);
  const at = lines[0]?.split(';').indexOf('Сумма') ?? -1;
  expect(lines.slice(1).reduce((sum, line) => sum + parseKopecks(line.split(';')[at] ?? ''), 0)).toBe(total);
});

async function savedCsv(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV выбранного' }).click();
  const file = fs.readFileSync(await (await download).path(), 'utf8');
  return file.replace('\uFEFF', '').trimEnd().split('\r\n');
}

/** Kopecks of «−1 234,50 ₽» or `-1234,50`. */
function parseKopecks(text: string): number {
  const digits = /\d[\d\s]*,\d{2}/.exec(text)?.[0].replace(/\D/g, '') ?? '';
  return /[−-]/.test(text) ? -Number(digits) : Number(digits);
}
