import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, SPECIALIST, signIn, test as base } from '../fixtures.ts';
import { startPortal } from '../portal.ts';
import { addAuthenticator } from './add-authenticator.ts';

/** Its users have passkeys, which other tests would be asked for. Browsers have them at a name, not at an address of numbers. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 3917) + 24 + parallelIndex;
      const portal = await startPortal(port);
      await use(portal.address.replace('127.0.0.1', 'localhost'));
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal),
});

test('a passkey signs in without a phone, from a button of the first step', async ({ page }) => {
  const setPresence = await addAuthenticator(page);
  await connectPasskey(page, SPECIALIST);
  // The user is absent until the button is clicked: a suggestion would be taken at once.
  await setPresence(false);
  await openSignIn(page);
  await expect(page.getByLabel('Телефон')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeVisible();
  await expectNoAxeViolations(page);
  await setPresence(true);
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  await expect(page).toHaveURL(/\/cabinet$/);
});

test('thirty seconds after the SMS the code can go to a chat @phone', async ({ page }) => {
  await page.clock.install();
  await openSignIn(page);
  await page.getByLabel('Телефон').fill('9110007788');
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  const offer = page.getByRole('button', { name: 'Прислать в MAX' });
  await page.clock.runFor(20_000);
  await expect(offer).toBeHidden();
  await page.clock.runFor(11_000);
  await expect(offer).toBeVisible();
  await expectNoAxeViolations(page);
});

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => [localStorage.clear(), sessionStorage.clear()]);
  await page.goto('/login-driver');
}

async function connectPasskey(page: Page, phone: string): Promise<void> {
  await signIn(page, phone);
  await page.goto('/cabinet/security');
  await page.getByRole('button', { name: 'Подключить ключ доступа' }).click();
  await page.getByLabel('Название ключа').fill('Ноутбук диспетчера');
  await page.getByRole('button', { name: 'Создать ключ доступа' }).click();
  await expect(page.getByRole('list', { name: 'Коды восстановления' })).toBeVisible();
}
