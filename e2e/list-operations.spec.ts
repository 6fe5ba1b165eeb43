import { ADMIN, expect, expectNoAxeViolations, signIn, test } from './fixtures.ts';

test('§2.62 §3.14 §3.15 §9.38 filters start from everything, stand in the address and count exact pages @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await expect(page.getByRole('heading', { name: 'Последние транзакции' })).toBeVisible();
  await expect(page.getByLabel('Карта', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Карта', { exact: true }).locator('option').first()).toHaveText('Все карты');
  await expect(page.getByLabel('Тип').locator('option').first()).toHaveText('Все транзакции');
  await expect(page.getByLabel('Статус').locator('option').first()).toHaveText('Все статусы');
  await page.getByLabel('Тип').selectOption({ label: 'Возврат' });
  await expect(page).toHaveURL(/type=10/);
  await expect(page.getByRole('row').nth(1)).toContainText('+');
  await expectNoAxeViolations(page);
});

test('§2.61 a card shows its own operations, and all of them are one step away with the card already chosen', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?type=11');
  const choice = page.getByRole('combobox', { name: 'Карта' });
  const number = await page
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .nth(1)
    .locator('span')
    .last()
    .textContent();
  const id = await choice
    .locator('option', { hasText: number ?? '' })
    .first()
    .getAttribute('value');
  await page.goto(`/cabinet/card?id=${id}`);
  await page.getByRole('link', { name: 'Все операции карты' }).click();
  await expect(page).toHaveURL(new RegExp(`card=${id}`));
  await expect(choice).toHaveValue(id ?? '');
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
});

test('§8.30 a list that could not be read is an alert with the server’s words', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await failures.stage('listOperations', { code: 400, message: 'Период слишком длинный' });
  const alerted = page.waitForEvent('dialog');
  void page.goto('/cabinet/card-transactions').catch(() => {});
  const alert = await alerted;
  expect(alert.message()).toBe('Период слишком длинный');
  await alert.accept();
});

test('§8.33 a report that fails shows nothing, is logged, and can be asked for again', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await failures.stage('downloadOperationsReport');
  const logged = page.waitForRequest('**/api/log');
  const button = page.getByRole('button', { name: 'Скачать отчёт' });
  await button.click();
  expect((await logged).postDataJSON().message).toContain('report download');
  await expect(button).toBeEnabled();
});
