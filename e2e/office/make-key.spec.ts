import { ADMIN, expect, expectNoAxeViolations, openPlace, signIn, test } from '../fixtures.ts';

test('an admin makes a key, a program reads by it, and revoked it opens nothing @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/audit');
  await openPlace(page, 'Настройки', 'Интеграции', 'Ключи и песочница');
  await page.getByRole('button', { name: 'Создать ключ' }).click();
  const form = page.getByRole('dialog', { name: 'Новый ключ' });
  await form.getByLabel('Название').fill('Учётная программа');
  await form.getByRole('checkbox', { name: 'Читать карты' }).check();
  await form.getByRole('checkbox', { name: 'Переводить деньги на карты' }).check();
  await expect(form.getByLabel('Дневная сумма')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await form.getByRole('checkbox', { name: 'Переводить деньги на карты' }).uncheck();
  await form.getByRole('button', { name: 'Создать ключ' }).click();

  const made = page.getByRole('dialog', { name: 'Ключ создан: Учётная программа' });
  await expect(made.getByLabel('Ключ')).toHaveValue(/^mg_live_/);
  const key = await made.getByLabel('Ключ').inputValue();
  const ask = (path: string) => page.request.get(path, { headers: { Authorization: `Bearer ${key}` } });
  const cards = await ask('/api/v1/cards');
  expect(cards.status()).toBe(200);
  expect((await cards.json()).data.length).toBeGreaterThan(0);
  expect((await ask('/api/v1/balances')).status()).toBe(403);
  await made.getByRole('button', { name: 'Готово' }).click();

  const line = page.getByRole('listitem').filter({ hasText: 'Учётная программа' }).first();
  await expect(line.getByText('Действует')).toBeVisible();
  await expect(line.getByText(/может читать карты/)).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expectNoAxeViolations(page);
  await line.getByRole('button', { name: /^Отозвать ключ/ }).click();
  await page
    .getByRole('dialog', { name: 'Отозвать ключ?' })
    .getByRole('button', { name: 'Отозвать' })
    .click();
  await expect(line.getByText('Отозван')).toBeVisible();
  expect((await ask('/api/v1/cards')).status()).toBe(401);

  await line.getByRole('link', { name: 'Что изменил' }).click();
  await expect(page.getByRole('cell', { name: 'Создан ключ' }).first()).toBeVisible();
});
