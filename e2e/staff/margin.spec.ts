import { confirmWaiting } from './change-by-two-people.ts';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('staff enter a purchase term beside its preview, and the margin shows who earns', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/tariffs?tab=purchase');
  const terms = page.getByRole('table', { name: 'Условия закупки' });
  await expect(terms.getByRole('row', { name: /Дополнительное соглашение № 2/ })).toContainText('Действует');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Новое условие' }).click();
  const form = page.getByRole('dialog', { name: 'Новое условие закупки' });
  await form.getByLabel('Сеть').selectOption({ index: 1 });
  await form.getByLabel('Топливо или товар').selectOption({ label: 'Бензин, все марки' });
  await form.getByLabel('Размер скидки').fill('7,5');
  await form.getByLabel('Основание, видно сотрудникам').fill('Письмо сети 44');
  const preview = form.getByRole('heading', { name: 'Прошлый месяц по этому условию' }).locator('..');
  await expect(preview).toContainText('Программа сбережёт');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Предложить условие' }).click();
  await expect(page.getByText('Новое условие закупки: ждёт второго сотрудника')).toBeVisible();
  await confirmWaiting(page.request);
  await page.reload();
  const row = terms.getByRole('row', { name: /Письмо сети 44/ });
  await expect(row).toContainText(/Скидка 7,5\s%/);
  await row.getByRole('button', { name: 'Завершить' }).click();
  const end = page.getByRole('dialog', { name: 'Завершить условие закупки' });
  await end.getByLabel('Причина, останется в журнале').fill('Показали');
  await end.getByRole('button', { name: 'Завершить' }).click();
  await expect(end).toBeHidden();
  await confirmWaiting(page.request);
  await page.reload();
  await expect(row).toContainText('Показали');

  await page.goto('/staff/margin');
  await expect(page.getByRole('heading', { name: 'Маржа программы', level: 1 })).toBeVisible();
  const clients = page.getByRole('table', { name: 'Маржа по клиентам' });
  await expect(clients.getByRole('row', { name: /Итого/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Сначала убыточные' }).click();
  await expect(page).toHaveURL(/sort=margin/);
  // The address holds the choice, and the radio follows it later than `check` looks.
  await page.getByRole('radio', { name: 'По месяцам' }).click();
  const months = page.getByRole('table', { name: 'Маржа по месяцам' });
  await months.getByRole('link').first().click();
  await expect(clients).toBeVisible();
  await clients.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/staff\/clients\/\d+/);
});
