import { execFileSync } from 'node:child_process';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { expectPrintedWhole, forgetPrinted, takePrinted } from './print-from-viewer.ts';
import { readPrint } from './read-print.ts';

test.skip(
  ({ browserName }) => browserName !== 'firefox',
  'Chromium without a window shows and prints no PDF.',
);
test.beforeEach(forgetPrinted);
test.afterAll(forgetPrinted);

test('the preview of an invoice is not covered by the outline of Firefox @firefox', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  await page.getByRole('table').getByRole('link', { name: /^№ М-/ }).first().click();
  const viewer = page.frameLocator('iframe[title^="Счёт № М-"]');
  const title = viewer.locator('.textLayer').getByText('Укажите номер счёта').first();
  await title.scrollIntoViewIfNeeded();
  const isOnTop = (element: Element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 2, top + height / 2));
  };
  await expect.poll(() => title.evaluate(isOnTop)).toBe(true);
});

test('an invoice is printed by its button in Firefox with its sum and QR code @firefox', async ({
  page,
}, info) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const row = page.getByRole('row', { name: /№ М-\d{6}.*Ожидает оплаты/ }).first();
  const number = /М-\d{6}/.exec(await row.innerText())?.[0] ?? '';
  await row.getByRole('button', { name: /^Распечатать/ }).click();
  const printed = await takePrinted();
  const { sheets, text } = readPrint(printed);
  expect(sheets).toBe(1);
  expect(text).toContain(number);
  const picture = info.outputPath('printed');
  execFileSync('pdftoppm', ['-r', '200', '-png', '-singlefile', '-', picture], { input: printed });
  expect(execFileSync('zbarimg', ['-q', '--raw', `${picture}.png`], { encoding: 'utf8' })).toContain(number);
});

test('a statement is printed from the viewer of Firefox with each of its sheets @firefox', async ({
  page,
}, info) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/statement');
  await expectPrintedWhole(page, info, page.getByRole('button', { name: 'Скачать PDF' }));
});
