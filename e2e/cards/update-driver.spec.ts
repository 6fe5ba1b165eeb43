import { expect, expectNoAxeViolations, MANAGER, signIn, test } from '../fixtures.ts';

test('§2.66 a driver’s name and phone are corrected, with the phone of another country @phone', async ({
  page,
  isMobile,
}) => {
  const surname = `Ежов${Math.floor(Math.random() * 1e6)}`;
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  if (isMobile) await page.getByRole('button', { name: 'Новый водитель' }).click();
  await page.getByLabel('Фамилия').fill(surname);
  await page.getByLabel('Имя').fill('Олек');
  await page.getByRole('button', { name: 'Добавить водителя' }).click();

  await page.getByRole('button', { name: `Исправить водителя: ${surname} Олек` }).click();
  const dialog = page.getByRole('dialog', { name: 'Исправить водителя' });
  await expect(dialog.getByLabel('Фамилия')).toHaveValue(surname);
  await dialog.getByLabel('Имя').fill('Олег');
  await dialog.getByLabel('Телефон').pressSequentially('+375291234');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('Неверный номер телефона')).toBeVisible();
  await dialog.getByLabel('Телефон').press('End');
  await dialog.getByLabel('Телефон').pressSequentially('567');
  await expect(dialog.getByLabel('Телефон')).toHaveValue('+375 (29) 123-45-67');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: `${surname} Олег` });
  await expect(row.getByRole('link', { name: '+375 (29) 123-45-67' })).toBeVisible();

  await page.getByRole('button', { name: `Исправить водителя: ${surname} Олег` }).click();
  await dialog.getByLabel('Телефон').fill('8 701 123 45 67');
  await expect(dialog.getByText(/прежний номер, перестанут работать/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(row.getByRole('link', { name: '+7 (701) 123-45-67' })).toBeVisible();
});
