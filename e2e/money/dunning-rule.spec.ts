import { chooseClient } from '../staff/choose-client.ts';
import { expect, expectNoAxeViolations, MANAGER, signIn, signInForToken, STAFF, test } from '../fixtures.ts';
import { confirmWaiting } from '../staff/change-by-two-people.ts';

test('staff make a rule of collection beside its preview, and two people switch it on', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const { inn, client } = profile.data.company;
  const path = `/api/client/${client.id}`;
  const { data } = await (await page.request.get(path, { headers })).json();
  // The term of the demonstration's credit is fourteen days.
  const kopecks = Math.round((data.notDistSum - data.creditSum) * 100) + 1234_50;
  const accounts = [{ partner_id: 3, sum: kopecks / 100 }];
  expect((await page.request.post(`${path}/accounts`, { headers, data: { accounts } })).status()).toBe(200);

  await signIn(page, STAFF);
  await page.goto('/staff/credits');
  await page.getByRole('tab', { name: 'Правила взыскания' }).click();
  await page.getByRole('button', { name: 'Новое правило' }).click();
  const form = page.getByRole('dialog', { name: 'Новое правило взыскания' });
  await form.getByRole('radio', { name: 'Клиент' }).check();
  await chooseClient(form, inn);
  const first = form.getByRole('group', { name: 'Шаг 1' });
  await first.getByLabel('Дней').fill('14');
  await first.getByLabel('Ваш текст').fill('Звоните, если нужна отсрочка.');
  await form.getByRole('button', { name: 'Удалить шаг 2' }).click();
  const preview = form.getByRole('region', { name: 'Кого коснётся' });
  await expect(preview).toContainText('Напомнить за 14 дней до срока');
  await expect(preview.getByRole('list', { name: 'Сегодня' })).toContainText(/1\s234,50/);
  await expect(preview).toContainText('Остановить карты через 5 дней после срока');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Создать правило' }).click();

  const row = page.getByRole('row').filter({ hasText: 'Напомнить за 14 дней до срока' });
  await expect(row).toContainText('Выключено');
  await row.getByRole('button', { name: 'Включить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Включить правило' });
  await dialog.getByLabel('Основание, останется в журнале').fill('Приказ 12');
  await dialog.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByText('Включение правила: ждёт второго сотрудника')).toBeVisible();
  await confirmWaiting(page.request);
  await page.reload();
  await expect(row).toContainText('Включено');
  await expectNoAxeViolations(page);

  await page.goto(`/staff/clients/${client.id}`);
  const panel = page.getByRole('heading', { name: 'Взыскание' }).locator('xpath=ancestor::section');
  await expect(panel).toContainText('Дальше: Напомнить за 14 дней до срока');
  await panel.getByRole('button', { name: 'Приостановить' }).click();
  const pause = page.getByRole('dialog', { name: 'Приостановить взыскание' });
  await pause.getByLabel('Основание, останется в журнале').fill('Обещал оплатить');
  await pause.getByRole('button', { name: 'Приостановить' }).click();
  await expect(panel).toContainText('Обещал оплатить');
  await expectNoAxeViolations(page);

  await page.goto('/staff/credits?tab=rules');
  await row.getByRole('button', { name: 'Выключить' }).click();
  const off = page.getByRole('dialog', { name: 'Выключить правило' });
  await off.getByLabel('Основание, останется в журнале').fill('Проверено');
  await off.getByRole('button', { name: 'Выключить' }).click();
  await expect(row).toContainText('Выключено');
  await page.request.post(`${path}/accounts/revoke`, { headers, data: { accounts } });
});

test('a client chosen for a group leaves the field free for the next one', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/credits?tab=rules');
  await page.getByRole('button', { name: 'Новая группа' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая группа клиентов' });
  const field = dialog.getByRole('combobox', { name: 'Клиент' });
  for (const title of ['Дальний рейс', 'Невский тракт']) {
    await chooseClient(dialog, title);
    await expect(dialog.getByRole('list', { name: 'Клиенты группы' })).toContainText(title);
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  }
  await expectNoAxeViolations(page, '[role=dialog]');
});

test('a credit is given to a client that is found by its name and chosen by Enter', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/credits');
  await page.getByRole('button', { name: 'Дать кредит' }).click();
  const dialog = page.getByRole('dialog', { name: 'Кредит клиента' });
  const field = dialog.getByRole('combobox', { name: 'Клиент' });
  await field.fill('невский');
  await expect(page.getByRole('option', { name: 'Невский тракт' })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue(/^ООО «Невский тракт», ИНН\s\d+$/);
  await expect(dialog.getByLabel('Лимит')).toBeVisible();
});
