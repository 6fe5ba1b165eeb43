import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

/** The test does not wait ten minutes for a network's silence: the list is stubbed with what that would leave behind. */
async function showUnclear(page: Page): Promise<void> {
  const movement = {
    id: 999_999_999,
    to_card: true,
    sum: 1234.5,
    created_at: '2026-11-21T09:00:00.000Z',
    company: { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' },
    card: { id: 1, card_number: '7826010000000017' },
    partner: { id: 1, title: 'Роснефть' },
    attempts: 7,
    last_word: {
      said: 'Кошелёк карты: неясно; баланс договора: исполнено. Команда не повторяется; окончательно сверим после 24.11.2026 12:10',
      heard_at: '2026-11-21T10:15:00.000Z',
    },
  };
  await page.route('**/staff/api/unclear-movements', (route) =>
    route.fulfill({ json: { code: 200, data: [movement] } }),
  );
}

test('staff see that no movement waits for a person', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/movements');
  await expect(page.getByRole('heading', { name: 'Движения без ответа сети' })).toBeVisible();
  await expect(page.getByText('Неясных движений нет')).toBeVisible();
  await expectNoAxeViolations(page);
});

test(
  'before staff end a movement they read what happens to the money',
  { tag: '@phone' },
  async ({ page }) => {
    await showUnclear(page);
    await signIn(page, STAFF);
    await page.goto('/staff/movements');
    await expect(page.getByText('Кошелёк карты: неясно; баланс договора: исполнено')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Сеть не исполнила' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сеть не исполнила' });
    await expect(dialog.getByText('вернутся в нераспределённые средства')).toBeVisible();
    await expectNoAxeViolations(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: 'Сеть исполнила' }).click();
    const other = page.getByRole('dialog', { name: 'Сеть исполнила' });
    await expect(other.getByText('будут на карте 7826010000000017')).toBeVisible();
    await other.getByLabel('Основание').fill('Письмо сети № 5');
    await other.getByRole('button', { name: 'Подтвердить исполнение' }).click();
    await expect(other.getByText('Движение не найдено')).toBeVisible();
  },
);

test('ending movements by keyboard announces the outcome when the dialogue has closed', async ({ page }) => {
  await signIn(page, STAFF);
  await showUnclear(page);
  await page.route('**/staff/api/unclear-movements/*/settle', async (route) => {
    await page.route('**/staff/api/unclear-movements', (list) =>
      list.fulfill({ json: { code: 200, data: [] } }),
    );
    await route.fulfill({ json: { code: 200, data: { id: 999_999_999, executed: true } } });
  });
  await page.goto('/staff/movements');
  await page.getByRole('button', { name: 'Сеть исполнила' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Основание')).toBeFocused();
  await page.keyboard.type('Письмо сети № 5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Неясных движений нет')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Решение о движении: сделано' })).toHaveCount(1);
  await expect(page.locator('main')).toBeFocused();
});
