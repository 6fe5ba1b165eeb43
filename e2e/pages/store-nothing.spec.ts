import { expect, MANAGER, signInByScreens, test } from '../fixtures.ts';

/** Run in the page before anything else. */
const STORAGES = {
  'forbids storage': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
  },
  'has no room left': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
  },
};

for (const [what, spoil] of Object.entries(STORAGES))
  test(`one can sign in and order with a browser that ${what}`, async ({ page }) => {
    await page.addInitScript(spoil);
    await signInByScreens(page, MANAGER);
    await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
    await page.getByRole('link', { name: 'Заказать карту' }).first().click();
    await page
      .getByRole('button', { name: /^Больше/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByLabel('Код из СМС')).toBeVisible();
  });
