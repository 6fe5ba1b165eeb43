import { ADMIN, expect, expectNoAxeViolations, MANAGER, signIn, test } from '../fixtures.ts';

test('a refusal stands under its field, which gets the focus, until it is changed @phone', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  await dialog.getByLabel('Телефон').fill('9012345678');
  await dialog.getByLabel('Имя').fill('Ольга');
  const surname = dialog.getByLabel('Фамилия');
  await surname.fill('Я');
  await failures.stage('inviteColleague', {
    code: 400,
    error_messages: { lastname: ['Фамилия слишком короткая'], role_id: ['Такой роли нет'] },
  });
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(surname).toHaveAccessibleDescription('Фамилия слишком короткая');
  await expect(surname).toBeFocused();
  // What no field on the screen shows stands above the button.
  await expect(dialog.getByRole('alert')).toHaveText('Такой роли нет');
  await expectNoAxeViolations(page);
  await surname.fill('Яшина');
  await expect(dialog.getByText('Фамилия слишком короткая')).toBeHidden();
});

test('the first field that lacks a value gets the focus @phone', async ({ page, isMobile }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  if (isMobile) await page.getByRole('button', { name: 'Новый водитель' }).click();
  await page.getByLabel('Фамилия').fill('Ежова');
  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  await expect(page.getByLabel('Имя')).toBeFocused();
  await expect(page.getByLabel('Имя')).toHaveAttribute('aria-invalid', 'true');
});
