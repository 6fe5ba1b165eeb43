import { chooseClient } from './choose-client.ts';
import type { Locator, Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { changeByTwoPeople } from './change-by-two-people.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  SECOND_OWNER,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';
import { givenPayment } from './given-payment.ts';

/** A payment of 1 234,56 ₽ that is credited to a client of the demonstration. */
async function givenCredited(page: Page): Promise<{ id: number; number: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const listed = await page.request.get('/staff/api/payments?state=credited', { headers });
  const { payer } = (await listed.json()).data[0] as { payer: { inn: string } };
  return givenPayment(page, { inn: payer.inn, state: 'credited' });
}

const LONG_NAME = `ООО «${'Межрегионтрансэкспедиция'.repeat(9)}»`;

/** Every company whose payments are listed has this name. */
async function nameCredited(page: Page, name: string): Promise<void> {
  await changeAnswer(page, '**/staff/api/payments*', (answer) => {
    for (const payment of answer.data) if (payment.company) payment.company.title = name;
  });
}

test('two staff members take back a wrong company’s payment, which waits again', async ({ page }) => {
  const { number } = await givenCredited(page);
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  const row = page.getByRole('row').filter({ hasText: `№ ${number}` });
  await row.getByRole('button', { name: 'Исправить зачисление' }).click();
  const dialog = page.getByRole('dialog', { name: 'Исправить зачисление' });
  await expect(dialog.getByText('Платёж вернётся на разбор')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await chooseClient(dialog, 'дальний рейс', 'ИНН 5052018343');
  await expect(dialog.getByText('Платёж вернётся на разбор')).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Клиент' }).click();
  await page.getByRole('option', { name: 'Пока неизвестно' }).click();
  await dialog.getByLabel('Основание').fill('Письмо клиента');
  await dialog.getByRole('button', { name: 'Предложить' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Исправление зачисления: ждёт второго сотрудника')).toBeVisible();
  await expect(row.getByText('На разборе')).toHaveCount(0);

  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/approvals?state=waiting');
  await page.getByRole('button', { name: 'Открыть: Исправить зачисление платежа' }).click();
  const proposal = page.getByRole('dialog', { name: 'Исправить зачисление платежа' });
  await expect(proposal).toContainText(number);
  await expect(proposal).toContainText('Письмо клиента');
  await proposal.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(proposal).toBeHidden();
  await page.goto('/staff/payments');
  await expect(row.getByText('На разборе')).toBeVisible();
  await expect(row.getByText(/Исправлено .*было у .*Письмо клиента/)).toBeVisible();
});

test('a payment that was moved to another invoice is listed as that of the one it pays @phone', async ({
  page,
}) => {
  const client = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const issue = async () => {
    const sum = 2000 + Math.floor(Math.random() * 1e5);
    expect((await page.request.get(`/api/client/bill?sum=${sum}`, { headers: client })).ok()).toBe(true);
    const { data } = await (await page.request.get('/api/invoices', { headers: client })).json();
    return data[0] as { id: number; number: string };
  };
  const [first, second] = [await issue(), await issue()];
  const { company } = (await (await page.request.get('/api/users/profile', { headers: client })).json()).data;
  const { id, number } = await givenPayment(page, { inn: company.inn, state: 'credited' });
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const correct = async (data: object) =>
    expect((await changeByTwoPeople(page.request, `/staff/api/payments/${id}/correct`, data)).ok()).toBe(
      true,
    );
  const { company: owner } = (
    await (await page.request.get('/staff/api/payments', { headers })).json()
  ).data.find((item: { id: number }) => item.id === id);
  await correct({ company_id: owner.id, invoice_id: first.id, reason: 'По письму клиента' });
  await correct({ company_id: owner.id, invoice_id: second.id, reason: 'Номер уточнили' });

  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  const row = page.getByRole('row').filter({ hasText: `№ ${number}` });
  await expect(row.getByText(`счёт ${second.number}`, { exact: true })).toBeVisible();
  await expect(row).toContainText(
    new RegExp(`было у ${owner.title}, счёт\\s${first.number}\\. Номер уточнили`),
  );
  await expectNoAxeViolations(page);
  await correct({ reason: 'Проверка' });
  await page.reload();
  await expect(row.getByText('На разборе')).toBeVisible();
  await expect(row.getByText(/^(счёт|без счёта)/)).toHaveCount(0);
});

test('the name of a credited company, without spaces, can be read to its end @phone', async ({ page }) => {
  await signIn(page, STAFF);
  await nameCredited(page, LONG_NAME);
  await page.goto('/staff/payments');
  const shown = page.getByText(LONG_NAME, { exact: true }).first();
  await expect(shown).toBeVisible();
  const row = page.getByRole('row').filter({ has: shown }).first();
  const getEdge = async (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().right);
  expect(await getEdge(shown)).toBeLessThanOrEqual(await getEdge(row));
});

test('a credited company’s name without spaces leaves room for the payment’s purpose', async ({ page }) => {
  await signIn(page, STAFF);
  await nameCredited(page, LONG_NAME);
  await page.goto('/staff/payments');
  await expect(page.getByText(LONG_NAME, { exact: true }).first()).toBeVisible();
  const readWidth = async (name: string) =>
    page
      .getByRole('columnheader', { name })
      .evaluate((element: HTMLElement) => element.getBoundingClientRect().width);
  expect(await readWidth('Назначение')).toBeGreaterThan(await readWidth('Действие'));
});
