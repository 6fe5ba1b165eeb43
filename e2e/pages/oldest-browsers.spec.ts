import { PAGES } from '../../contract/src/pages.ts';
import { emulateOldestBrowser } from './emulate-oldest-browser.ts';
import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';

/** Pages of a number, of a started form, and those that lead elsewhere. */
const PAGES_TESTED_ELSEWHERE =
  /:id|\/2$|\/order$|^\/(create|enter|cabinet\/card(-request)?|staff\/request|confirm-mail|unsubscribe|mailing|dev)(\/|$)/;
const OPENED_PAGES = PAGES.filter((path) => !PAGES_TESTED_ELSEWHERE.test(path));

test.describe('in the oldest browsers that are supported', () => {
  test.beforeEach(({ context }) => emulateOldestBrowser(context));

  for (const [who, phone, isTheirs] of [
    ['a carrier', ADMIN, (path: string) => !path.startsWith('/staff')],
    ['staff', STAFF, (path: string) => path.startsWith('/staff')],
  ] as const)
    test(`all screens of ${who} open`, async ({ page }) => {
      await page.goto('/login-driver');
      expect(await page.evaluate(() => document.scripts[1]?.src)).toContain('/assets/polyfills-');
      await signIn(page, phone);
      for (const path of OPENED_PAGES.filter(isTheirs))
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          await page.waitForLoadState('load');
          await expect(page.getByRole('heading', { name: 'Страница не открылась' })).toBeHidden();
        });
    });

  test('a button’s tooltip says what it is for', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    await page.locator('[data-tooltip]').filter({ visible: true }).first().hover();
    await expect(page.locator('[popover="manual"]')).toBeInViewport();
  });
});

test('an even older browser shows so, with the number to call', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'structuredClone'));
  await page.goto('/login-driver');
  const warning = page.locator('#old-browser');
  await expect(warning).toContainText('Этот браузер слишком старый');
  await expect(warning.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d{11}$/);
});

test('a browser of today loads no polyfills', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/login-driver');
  await expect(page.getByLabel('Телефон')).toBeVisible();
  expect(loaded.filter((url) => url.includes('/polyfills-'))).toEqual([]);
});
