import { ADMIN, expect, expectNoAxeViolations, newPhone, signIn, SPECIALIST, test } from './fixtures.ts';

test('§2.78 §6.13 §6.18 an admin gives roles, and not to himself @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await expect(page.getByRole('heading', { name: 'Доступ' })).toBeVisible();
  const own = page.getByRole('group', { name: 'Роль: Марина' });
  await expect(own.getByRole('radio', { name: 'Админ' })).toBeDisabled();
  await expect(
    page.getByRole('group', { name: 'Роль: Юлия' }).getByRole('radio', { name: 'Специалист' }),
  ).toBeChecked();
  await expectNoAxeViolations(page);
});

test('§6.12 a colleague is invited by phone and gets the chosen role', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  await dialog.getByLabel('Телефон').fill(newPhone().slice(1));
  const name = `Новичок${Date.now() % 10_000}`;
  await dialog.getByLabel('Имя').fill(name);
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('group', { name: `Роль: ${name}` }).getByRole('radio', { name: 'Специалист' }),
  ).toBeChecked();
});

test('§8.28 a role that could not be changed is an alert and a line with the server’s words', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await failures.stage('attachRole', { code: 400, message: 'Последний администратор остаётся' });
  const alerted = page.waitForEvent('dialog');
  // The input covers its own text, so it is checked rather than clicked; the page then refuses the change.
  void page.getByRole('group', { name: 'Роль: Сергей' }).getByRole('radio', { name: 'Админ' }).click();
  const alert = await alerted;
  expect(alert.message()).toBe('Последний администратор остаётся');
  await alert.accept();
  await expect(page.getByRole('alert').getByText('Последний администратор остаётся')).toBeVisible();
});

test('§2.50 §6.14 a specialist has neither the link nor the page', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Доступ' })).toHaveCount(0);
  await page.goto('/cabinet/permissions');
  await expect(page.getByText('Роли назначает администратор компании.')).toBeVisible();
});
