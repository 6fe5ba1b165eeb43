import type { Page } from '@playwright/test';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { translatePage } from './translate-page.ts';

/** Screens with figures, and what changes them. */
const SCREENS: { path: string; change?: (page: Page) => Promise<void> }[] = [
  {
    path: '/cabinet',
    change: (page) =>
      page
        .getByLabel('Сеть')
        .selectOption({ index: 1 })
        .then(() => {}),
  },
  {
    path: '/cabinet/card-transactions',
    change: (page) => page.goto('/cabinet/card-transactions?type=11').then(() => {}),
  },
  {
    path: '/cabinet/card-payment/1',
    change: (page) => page.getByLabel(/Сумма/).first().pressSequentially('1234,50'),
  },
  {
    path: '/cabinet/payment/1',
    change: (page) => page.getByLabel(/Сумма/).first().pressSequentially('98765'),
  },
  {
    path: '/cabinet/distribute',
    change: (page) =>
      page
        .getByLabel(/Газпромнефть/)
        .first()
        .pressSequentially('4321'),
  },
  { path: '/cabinet/transactions' },
  { path: '/cabinet/documents' },
  { path: '/cabinet/statement' },
  { path: '/cabinet/invoices-issued' },
];

test('figures of a page that the browser translates stay right as they change', async ({ page, context }) => {
  await signIn(page, ADMIN);
  const translated = await context.newPage();
  const falls: string[] = [];
  translated.on('pageerror', (error) => falls.push(String(error)));
  await translatePage(translated);
  for (const { path, change } of SCREENS)
    await test.step(path, async () => {
      for (const shown of [page, translated]) {
        await shown.goto(path);
        await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0);
        await change?.(shown);
      }
      await expect(translated.locator('main font').first()).toBeAttached();
      await expect(async () => {
        expect(await readText(translated)).toBe(await readText(page));
      }).toPass({ timeout: 45_000 });
    });
  expect(falls).toEqual([]);
});

/** The order of words is the page's; which of them begin a line depends on the elements around them. */
async function readText(page: Page): Promise<string> {
  return (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
}
