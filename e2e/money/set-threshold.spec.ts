import { ADMIN, expect, expectNoAxeViolations, MANAGER, signIn, test, signInForToken } from '../fixtures.ts';

test('§4.35 §5.33 §8.18 §8.19 §8.20 §8.21 a threshold is reported as set once it is, and can be cancelled', async ({
  page,
  failures,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: /СМС об остатке баланса$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  const cancel = dialog.getByRole('button', { name: 'Отменить СМС об остатке' });
  await expect(dialog.getByLabel(/Остаток/)).toBeVisible();
  if (await cancel.isVisible()) {
    await cancel.click();
    await expect(dialog.getByText('SMS-информирование отменено')).toBeVisible();
  }
  const field = dialog.getByLabel(/Остаток/);
  await expect(field).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Установить' })).toBeDisabled();

  await field.fill('25 000');
  await dialog.getByRole('button', { name: 'Установить' }).click();
  await expect(
    dialog.getByText('SMS-информирование по достижению остатка баланса установлено'),
  ).toBeVisible();
  await field.fill('30 000');
  await dialog.getByRole('button', { name: 'Изменить' }).click();
  await expect(dialog.getByText('Сумма остатка баланса для SMS-информирования изменена')).toBeVisible();
  await expectNoAxeViolations(page);

  await failures.stage('setThreshold');
  await field.fill('40 000');
  await dialog.getByRole('button', { name: 'Изменить' }).click();
  await expect(dialog.getByText('SMS-информирование изменить не удалось')).toBeVisible();
});

test('§1.20 a message that comes at the exact sum says so', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  const widget = page.getByRole('button', { name: /СМС об остатке баланса$/ });
  await widget.click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  await expect(
    dialog.getByText(
      'Одно сообщение, когда своих нераспределённых средств останется столько или меньше. Кредит не считается',
    ),
  ).toBeVisible();
  await dialog.getByLabel(/Остаток/).fill('52 345');
  await dialog.getByRole('button', { name: /Установить|Изменить/ }).click();
  await expect(dialog.getByText(/установлено$|изменена$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Когда останется 52\s345,00\s₽$/)).toBeVisible();
});

test('a threshold that is set while its dialogue is being closed is shown', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  const widget = page.getByRole('button', { name: /СМС об остатке баланса$/ });
  await widget.click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/client/availableFunds', async (route) => {
    await released;
    await route.continue();
  });
  await dialog.getByLabel(/Остаток/).fill('51 234');
  await dialog.getByRole('button', { name: /Установить|Изменить/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const set = page.waitForResponse('**/api/client/availableFunds');
  release();
  await set;
  await widget.click();
  await expect(dialog.getByLabel(/Остаток/)).toHaveValue(/^51\s234$/);
});

test('a threshold that a colleague has changed is seen without leaving the page', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  const widget = page.getByRole('button', { name: /СМС об остатке баланса$/ });
  await expect(widget).toBeVisible();
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  const colleagueSets = (threshold: number | null) =>
    page.request.post('/api/client/availableFunds', { headers, data: { threshold } });
  await colleagueSets(26_000);
  await expect(page.getByText(/^Когда останется 26\s000,00\s₽$/)).toBeVisible();
  await widget.click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  const field = dialog.getByLabel(/Остаток/);
  await expect(field).toHaveValue(/^26\s000$/);
  await colleagueSets(27_000);
  await expect(field).toHaveValue(/^27\s000$/);

  // Text that the user is typing is not overwritten.
  await field.fill('28 000');
  await colleagueSets(null);
  await dialog.getByRole('button', { name: 'Установить' }).click();
  await expect(
    dialog.getByText('SMS-информирование по достижению остатка баланса установлено'),
  ).toBeVisible();
  await expect(field).toHaveValue(/^28\s000$/);
});

test('a sum can’t be changed while it is being set', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: /СМС об остатке баланса$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/client/availableFunds', async (route) => {
    await released;
    await route.continue();
  });
  const field = dialog.getByLabel(/Остаток/);
  await field.fill('61 000');
  await dialog.getByRole('button', { name: /Установить|Изменить/ }).click();
  await field.press('End');
  await field.pressSequentially('0');
  release();
  await expect(dialog.getByText(/установлено$|изменена$/)).toBeVisible();
  await expect(field).toHaveValue(/^61\s000$/);
});

test('§8.18 closing the dialogue of a threshold reports that it was not set', async ({ page }) => {
  const { promise: goOn, resolve: fail } = Promise.withResolvers<void>();
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await page.route('**/api/client/availableFunds', async (route) => {
    await goOn;
    await route.fulfill({ status: 500, json: { code: 500, message: 'Ошибка сервера' } });
  });
  await page.getByRole('button', { name: /СМС об остатке баланса/ }).click();
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  await dialog.getByLabel(/Остаток/).fill('4 321');
  await dialog.getByRole('button', { name: /Установить|Изменить/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  fail();
  await expect(page.getByText('SMS-информирование изменить не удалось')).toBeVisible();
});
