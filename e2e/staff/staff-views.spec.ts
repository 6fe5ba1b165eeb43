import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('staff save a view of their requests for all staff, and find it again by its name @phone', async ({
  page,
}) => {
  await signIn(page, STAFF);
  await page.goto('/staff?status=3&sort=-sum');
  const main = page.getByRole('main');
  const name = `Выпущенные, ширина ${page.viewportSize()?.width}`;
  await main.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Сохранить или удалить вид' }).click();
  const saving = page.getByRole('dialog', { name: 'Сохранённые виды' });
  await saving.getByLabel('Название').fill(name);
  await saving.getByLabel('Показывать всем сотрудникам').check();
  await expectNoAxeViolations(page, '[role="dialog"]');
  await saving.getByRole('button', { name: 'Сохранить вид' }).click();
  await expect(saving).toBeHidden();

  await page.goto('/staff');
  await main.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page).toHaveURL(/status=3&sort=-sum/);
  await expect(main.getByLabel('Статус')).toHaveValue('3');
  await main.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Сохранить или удалить вид' }).click();
  await expect(saving.getByRole('listitem').filter({ hasText: name })).toContainText('видят все сотрудники');
  await saving.getByRole('button', { name: `Удалить вид: ${name}` }).click();
  await expect(saving.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
});
