import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  SPECIALIST,
  STAFF,
  test as base,
} from '../fixtures.ts';
import { startPortal } from '../portal.ts';
import { addAuthenticator } from './add-authenticator.ts';

/** A person with a second factor is asked for it by every test, so these have a portal of their own, set up as in production. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 3917) + 12 + parallelIndex;
      const portal = await startPortal(port, { STAFF_SECOND_FACTOR: 'required' });
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('staff connect a one-time password app at sign-in, and need it at the next one', async ({ page }) => {
  await enterCode(page, STAFF);
  await expect(page.getByText('Для работы нужен второй фактор')).toBeVisible();
  await page.getByRole('button', { name: 'Подключить приложение' }).click();
  await expect(page.getByRole('img', { name: 'QR-код для приложения с кодами' })).toBeVisible();
  await expectNoAxeViolations(page);
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Код из приложения').fill(makeTotp(secret));
  await page.getByRole('button', { name: 'Подключить', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Коды восстановления' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await page.getByRole('button', { name: 'Коды сохранены, войти' }).click();
  await expect(page).toHaveURL(/\/staff$/);

  await enterCode(page, STAFF);
  await expect(page.getByText('Теперь подтвердите, что это вы')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Код из приложения').fill('000000');
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByText('Неверный код')).toBeVisible();
  // The password of the next half minute: the last one was used by connecting it.
  await page.getByLabel('Код из приложения').fill(makeTotp(secret, 1));
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page).toHaveURL(/\/staff$/);

  await enterCode(page, STAFF);
  await page.getByRole('radio', { name: 'Код восстановления' }).check();
  await page.getByRole('textbox', { name: 'Код восстановления' }).fill(recovery.toLowerCase());
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page).toHaveURL(/\/staff$/);
  await chooseOfPerson(page, 'Безопасность');
  await expect(page.getByText('Осталось кодов восстановления: 9 из 10')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Удалить: Приложение с кодами' });
  await expect(remove).toHaveAccessibleDescription(/Это последний второй фактор/);
});

test.describe('a passkey', () => {
  // Browsers have passkeys at a name, not at an address of numbers.
  test.use({ baseURL: async ({ portal }, use) => use(portal.replace('127.0.0.1', 'localhost')) });

  test('a passkey is created in the browser, confirms a sign-in, and is removed', async ({ page }) => {
    const setPresence = await addAuthenticator(page);
    await signIn(page, SPECIALIST);
    await page.goto('/cabinet/security');
    await page.getByRole('button', { name: 'Подключить ключ доступа' }).click();
    await page.getByLabel('Название ключа').fill('Ноутбук диспетчера');
    await page.getByRole('button', { name: 'Создать ключ доступа' }).click();
    await expect(page.getByRole('list', { name: 'Коды восстановления' })).toBeVisible();
    await expectNoAxeViolations(page);

    // The user is absent until the button is clicked: a suggestion in the phone field would be taken at once.
    await setPresence(false);
    await enterCode(page, SPECIALIST);
    await setPresence(true);
    await page.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
    await expect(page).toHaveURL(/\/cabinet$/);
    await page.goto('/cabinet/security');
    await page.getByRole('button', { name: 'Удалить: Ноутбук диспетчера' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect(page.getByText('Не подключён')).toBeVisible();
  });
});

/** Six digits, now or some half minutes later. */
function makeTotp(secret: string, later = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });
}

/** Signs in again by the screens, up to the step after the code. */
async function enterCode(page: Page, phone: string): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login-driver');
  const before = await lastMessageId(page.request, phone);
  await page.getByLabel('Телефон').fill(phone.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
}
