import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { PRINTED_FILE } from '../firefox.ts';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { readPrint } from './read-print.ts';

test.skip(
  ({ browserName }) => browserName !== 'firefox',
  'Chromium without a window shows and prints no PDF.',
);
test.beforeEach(() => fs.rmSync(PRINTED_FILE, { force: true }));
test.afterAll(() => fs.rmSync(PRINTED_FILE, { force: true }));

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

for (const { name, place, button } of [
  { name: 'a УПД', place: '/cabinet/documents', button: /^Скачать: УПД/ },
  { name: 'a statement', place: '/cabinet/statement', button: 'Скачать PDF' },
])
  test(`${name} opens in Firefox and is printed with each of its sheets @firefox`, async ({ page }, info) => {
    await signIn(page, ADMIN);
    await page.goto(place);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).first().click();
    const file = info.outputPath('saved.pdf');
    await (await saved).saveAs(file);
    const viewer = await page.context().newPage();
    await viewer.goto(pathToFileURL(file).href);
    await expect(viewer.locator('.page canvas').first()).toBeVisible();
    await viewer.evaluate(() => window.print());
    const printed = readPrint(await takePrinted());
    const own = readPrint(fs.readFileSync(file));
    expect(printed.sheets).toBe(own.sheets);
    // Of some numbers Firefox writes the shapes without the text.
    expect(printed.wordBoxes.length).toBeGreaterThan(own.wordBoxes.length / 2);
  });

/** Returns what Firefox has printed, once it is whole. */
async function takePrinted(): Promise<Buffer> {
  const read = () => (fs.existsSync(PRINTED_FILE) ? fs.readFileSync(PRINTED_FILE) : Buffer.alloc(0));
  await expect.poll(() => read().subarray(-16).includes('%%EOF')).toBe(true);
  return read();
}
