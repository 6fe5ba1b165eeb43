import {
  expect,
  expectNoAxeViolations,
  newPhone,
  SECOND_OWNER,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';
import type { Page } from '@playwright/test';

/** A credit above the limit, which one member has proposed. */
async function proposeCredit(page: Page, creditSum: number): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const { data } = await (await page.request.get('/staff/api/clients?search=ООО', { headers })).json();
  // Uses a company that other tests do not use.
  const client = data.find((row: { title: string }) => !row.title.includes('Дальний рейс'));
  const answer = await page.request.put(`/staff/api/clients/${client.id}/credit`, {
    headers,
    data: { creditSum },
  });
  expect(answer.status()).toBe(202);
}

test('a second owner confirms a proposed credit; its author can only withdraw it', async ({ page }) => {
  await proposeCredit(page, 1_250_000);
  await signIn(page, STAFF);
  await page.goto('/staff/approvals?state=waiting');
  await page.getByRole('button', { name: 'Открыть: Кредит клиенту' }).click();
  const own = page.getByRole('dialog', { name: 'Кредит клиенту' });
  await expect(own).toContainText('Своё предложение подтверждает другой сотрудник');
  await expect(own.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Отозвать' })).toBeVisible();

  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/approvals?state=waiting');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Открыть: Кредит клиенту' }).click();
  const dialog = page.getByRole('dialog', { name: 'Кредит клиенту' });
  await expect(dialog).toContainText('1 250 000,00');
  await expect(dialog).toContainText('Компания');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByText('Предложений нет')).toBeVisible();
  await page.goto('/staff/approvals?state=confirmed');
  await expect(page.getByRole('row', { name: /Кредит клиенту/ }).first()).toContainText('Игорь Самарин');
});

test('an owner adds a member, changes his role and takes him out again', async ({ page }) => {
  const phone = newPhone();
  await signIn(page, STAFF);
  await page.goto('/staff/members');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить сотрудника программы' });
  await form.getByLabel('Телефон').fill(phone.slice(1));
  await form.getByLabel('Имя').fill('Инна');
  await form.getByRole('button', { name: 'Добавить' }).click();
  const row = page.getByRole('row', { name: /Инна/ });
  await expect(row).toContainText('Оператор');
  await row.getByRole('button', { name: 'Действия: Инна' }).click();
  await page.getByRole('menuitem', { name: 'Изменить роль' }).click();
  const role = page.getByRole('dialog', { name: 'Роль: Инна' });
  await role.getByLabel('Роль').selectOption('auditor');
  await role.getByRole('button', { name: 'Изменить' }).click();
  await expect(row).toContainText('Аудитор');
  await row.getByRole('button', { name: 'Действия: Инна' }).click();
  await page.getByRole('menuitem', { name: 'Исключить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Исключить' }).click();
  await expect(row).toHaveCount(0);
});

test('a user with a lost phone asks for another, and two staff members allow it', async ({ page }) => {
  const [lost, fresh] = [newPhone(), newPhone()];
  await signInForToken(page.request, lost);
  await page.goto('/login-driver');
  await page.getByRole('link', { name: 'Нет доступа к номеру?' }).click();
  await expect(page.getByRole('heading', { name: 'Нет доступа к номеру' })).toBeVisible();
  await page.getByLabel('Старый номер').fill(lost.slice(1));
  await page.getByLabel('Новый номер').fill(fresh.slice(1));
  await page.getByLabel('Имя и фамилия').fill('Егор Потеряхин');
  await page.getByLabel('Что случилось и как вас проверить').fill('Утопил в Волге');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Отправить заявку' }).click();
  await expect(page.getByText('Заявка принята')).toBeVisible();

  await signIn(page, STAFF);
  await page.goto('/staff/phone-changes');
  const row = page.getByRole('row', { name: /Егор Потеряхин/ });
  await expectNoAxeViolations(page);
  await row.getByRole('button', { name: 'Разрешить' }).click();
  await page.getByLabel('Как проверено, что это он').fill('Позвонили в компанию');
  await page.getByRole('button', { name: 'Предложить' }).click();
  await expect(page.getByText('Другой телефон: ждёт второго сотрудника')).toBeVisible();

  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/approvals?state=waiting');
  await page.getByRole('button', { name: 'Открыть: Другой телефон для входа' }).click();
  const dialog = page.getByRole('dialog', { name: 'Другой телефон для входа' });
  await expect(dialog).toContainText('Позвонили в компанию');
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/staff/phone-changes');
  await expect(row).toContainText('Ждёт сутки');
});
