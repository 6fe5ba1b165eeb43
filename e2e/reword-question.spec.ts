import type { Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  signIn,
  SPECIALIST,
  test as base,
  signInForToken,
} from './fixtures.ts';
import { startPortal } from './portal.ts';

/** No other portal has a language model, so this one is its own. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 3917) + 36 + parallelIndex;
      const portal = await startPortal(port, { QUESTION_MODEL: 'embedded' });
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Поиск и действия' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

async function type(page: Page, text: string): Promise<void> {
  await page.goto('/cabinet/documents');
  await expect(page.getByRole('navigation', { name: 'Разделы кабинета' }).first()).toBeAttached();
  const field = page.getByRole('combobox', { name: 'Поиск и действия' });
  // The page may be visible a moment before it reacts to keys.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await field.fill(text);
}

test('a question in other words is answered by the sentence that is shown with it', async ({ page }) => {
  await signIn(page, ADMIN);
  await type(page, 'Во что нам обошлась солярка в этом году?');
  await option(page, /^Спросить другими словами/).click();
  await expect(palette(page).getByText('Понято как: «сколько потратили солярка в этом году»')).toBeVisible();
  await expect(option(page, /₽ · .*ДТ/)).toBeVisible();
  await expectNoAxeViolations(page);
  await type(page, 'какая завтра погода');
  await option(page, /^Спросить другими словами/).click();
  await expect(palette(page).getByText(/^Не понял\. Спросите так: «сколько сожгли/)).toBeVisible();
});

/** A working card whose last four digits no other card has. */
async function fourDigits(page: Page): Promise<string> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card', { headers })).json();
  const cards = data as { card_number: string; status: { id: number }; inProgressOperations: unknown[] }[];
  const one = cards.find(
    ({ card_number: number, status, inProgressOperations }) =>
      status.id === 1 &&
      inProgressOperations.length === 0 &&
      cards.filter((card) => card.card_number.includes(number.slice(-4))).length === 1,
  );
  if (!one) throw new Error('the demonstration has no such card');
  return one.card_number.slice(-4);
}

test('a deed in other words is only prepared, and not for whoever may not do it', async ({ page }) => {
  const four = await fourDigits(page);
  await signIn(page, SPECIALIST);
  await type(page, `кинь 5000 на карту ${four}`);
  await option(page, /^Спросить другими словами/).click();
  await expect(palette(page).getByText(/это делают админ и менеджер компании/)).toBeVisible();
  await signIn(page, ADMIN);
  await type(page, `кинь 5000 на карту ${four}`);
  await option(page, /^Спросить другими словами/).click();
  await expect(palette(page).getByText(`Понято как: «переведи 5000 на карту ${four}»`)).toBeVisible();
  await option(page, /^Перевести 5.000/).click();
  await expect(page).toHaveURL(/\/cabinet\/card-payment\/1\?/);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(/5.?000/);
});
