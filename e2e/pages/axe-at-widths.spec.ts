import type { Page } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { LISTS, STAFF_LISTS } from './listed-places.ts';

const WIDTHS = [
  [1440, 900],
  [1280, 720],
  [768, 1024],
  [360, 740],
] as const;

for (const [phone, start, parts] of [
  [ADMIN, '/cabinet', LISTS],
  [STAFF, '/staff', STAFF_LISTS],
] as const) {
  for (const [title, places] of Object.entries(parts)) {
    test(`axe finds nothing at any width: ${start}, ${title}`, async ({ page }) => {
      test.setTimeout(900_000);
      await signIn(page, phone);
      for (const place of places) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page, `${start}${place}`);
        for (const [width, height] of WIDTHS)
          await test.step(`${start}${place} at ${width} × ${height}`, async () => {
            await page.setViewportSize({ width, height });
            await expectNoAxeViolations(page);
          });
      }
    });
  }
}

/** The first screen of each kind: list, detail page, form, staff list. */
const MAIN_PAGES: [person: string | null, address: string][] = [
  [null, '/login-driver'],
  [ADMIN, '/cabinet'],
  [ADMIN, '/cabinet/card?id=1'],
  [ADMIN, '/cabinet/card-payment/1?card=1'],
  [ADMIN, '/cabinet/documents'],
  [STAFF, '/staff'],
  [STAFF, '/staff/payments'],
];

test('with forced colours axe finds nothing, and the current place is still marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [person, address] of MAIN_PAGES) {
    await test.step(address, async () => {
      if (person) await signIn(page, person);
      await open(page, address);
      await expectNoAxeViolations(page);
      if (!person) return;
      // A fill vanishes where colours are forced. An outline stays.
      const current = page
        .getByRole('navigation', { name: 'Разделы кабинета' })
        .locator('[aria-current]')
        .filter({ visible: true });
      await expect(current.first()).not.toHaveCSS('outline-style', 'none');
    });
  }
});

test('at 200 % zoom nothing is cut off, and axe finds nothing', async ({ browser, baseURL }) => {
  // The browser's zoom halves the pixels of the page, and doubles those of the device.
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 640, height: 360 },
    deviceScaleFactor: 2,
    locale: 'ru-RU',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const [person, address] of MAIN_PAGES) {
    await test.step(address, async () => {
      if (person) await signIn(page, person);
      await open(page, address);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await expectNoAxeViolations(page);
    });
  }
  await context.close();
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
}
