import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  STAFF,
  test as base,
  signInForToken,
} from '../fixtures.ts';
import { startPortal } from '../portal.ts';

/** A fifth network would appear in every order form, so this story has a portal of its own. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const portal = await startPortal(Number(process.env.E2E_PORT ?? 3917) + 32 + parallelIndex);
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('staff add a fifth network on screen, and a company orders its card with the four', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/partners');
  await page.getByRole('button', { name: 'Добавить сеть' }).click();
  const form = page.getByRole('dialog', { name: 'Новая сеть' });
  await form.getByLabel('Название').fill('Тебойл');
  await form.getByLabel('Код').fill('teboil');
  for (const period of ['сутки', 'неделя', 'месяц', 'квартал'])
    await form.getByRole('checkbox', { name: period }).uncheck();
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Добавить сеть' }).click();
  await page.getByRole('button', { name: 'Подключить сеть Тебойл' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Подключить сеть' }).click();
  await expect(page.getByRole('button', { name: 'Отключить сеть Тебойл' })).toBeVisible();

  await signIn(page, MANAGER);
  await page.goto('/cabinet/create');
  await page.getByRole('spinbutton', { name: 'Карт Тебойл' }).fill('1');
  const before = await lastMessageId(page.request, MANAGER);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, MANAGER, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('button', { name: 'Личный Кабинет' })).toBeVisible();

  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const issued = async (): Promise<number | null> => {
    const { data } = await (await page.request.get('/api/card?partner_id=5', { headers })).json();
    return data[0]?.id ?? null;
  };
  await expect.poll(issued, { timeout: 60_000 }).not.toBeNull();
  await page.goto(`/cabinet/card?id=${await issued()}`);
  await expect(page.getByText('Для карт этой сети лимит не задаётся')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Карта Тебойл/ }).first()).toBeVisible();
});
