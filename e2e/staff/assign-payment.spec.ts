import type { Page } from '@playwright/test';
import { changeByTwoPeople } from './change-by-two-people.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test, signInForToken } from '../fixtures.ts';
import { givenPayment } from './given-payment.ts';

/** INN without a client in the programme. */
const UNKNOWN_INN = '7707083893';

/** A new invoice of a client of the demonstration. */
async function givenInvoice(
  page: Page,
  sum = 1000 + Math.floor(Math.random() * 1e5),
): Promise<{ number: string; title: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  expect((await page.request.get(`/api/client/bill?sum=${sum}`, { headers })).ok()).toBe(true);
  const { data } = await (await page.request.get('/api/invoices', { headers })).json();
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  return { number: data[0].number, title: profile.data.company.title };
}

test('staff credit a payment without internal ids of company and invoice @phone', async ({ page }) => {
  const { number, title } = await givenInvoice(page);
  const payment = await givenPayment(page, { inn: UNKNOWN_INN, state: 'review' });
  await signIn(page, STAFF);
  await page.goto('/staff/payments?state=review');
  const row = page.getByRole('row').filter({ hasText: `№ ${payment.number}` });
  await row.getByRole('button', { name: 'Зачислить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Зачислить платёж' });
  const client = dialog.getByRole('combobox', { name: 'Клиент' });
  await client.fill('такого клиента нет');
  await expect(page.getByText('Таких клиентов нет')).toBeVisible();
  await client.fill(number);
  await expect(page.getByText('Найдено: 1 клиент')).toBeVisible();
  await client.press('Enter');
  await expect(client).toHaveValue(/, ИНН\s\d+$/);
  expect(await client.inputValue()).toContain(title);
  await dialog.getByRole('button', { name: `Всё по счёту ${number}` }).click();
  await expect(dialog.getByLabel(`На счёт ${number}`)).not.toHaveValue('');
  await expectNoAxeViolations(page, '[role=dialog]');
  // A new search does not submit the previous choice.
  await client.fill('такого клиента нет');
  await client.press('Enter');
  await expect(dialog).toBeVisible();
  expect(await client.inputValue()).toContain(title);
  await dialog.getByRole('button', { name: 'Зачислить' }).click();
  await expect(dialog).toBeHidden();

  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const listed = await (await page.request.get('/staff/api/payments?state=assigned', { headers })).json();
  const credited = listed.data.find((item: { id: number }) => item.id === payment.id);
  expect(credited).toMatchObject({ company: { title }, invoice: { number } });
  const back = `/staff/api/payments/${payment.id}/correct`;
  expect((await changeByTwoPeople(page.request, back, { reason: 'Проверка' })).ok()).toBe(true);
});

/** Rubles with kopecks between two whole sums, so that no other invoice of the day has the sum. */
function randomSum(from: number): number {
  return Math.round((from + Math.random() * 99) * 100) / 100;
}

/** A sum below a thousand, as the screen writes it. */
const text = (sum: number) => sum.toFixed(2).replace('.', ',');

test('staff divide a payment among the invoices that its purpose names @phone', async ({ page }) => {
  const [small, large] = [randomSum(300), randomSum(500)];
  const [first, other] = [await givenInvoice(page, small), await givenInvoice(page, large)];
  const purpose = `Оплата по счетам ${first.number} и ${other.number}`;
  const payment = await givenPayment(page, { inn: UNKNOWN_INN, state: 'review', purpose });
  await signIn(page, STAFF);
  await page.goto(`/staff/payments?state=review&q=${payment.number}`);
  const row = page.getByRole('row').filter({ hasText: `№ ${payment.number}` });
  await row.getByRole('button', { name: 'Зачислить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Зачислить платёж' });
  await dialog
    .getByText(`В назначении счета ${first.number}, ${other.number} клиента ${first.title}`)
    .waitFor();
  await dialog.getByRole('button', { name: 'Выбрать' }).click();
  const field = dialog.getByLabel(`На счёт ${first.number}`);
  await expect(field).toHaveValue(text(small).replace(',00', ''));
  await expect(dialog.getByLabel(`На счёт ${other.number}`)).toHaveValue(text(large).replace(',00', ''));
  await expect(dialog.getByText(/^Без счёта останется/)).toContainText(text(1234.56 - small - large));
  await expectNoAxeViolations(page, '[role=dialog]');

  await field.fill('2000');
  const send = dialog.getByRole('button', { name: 'Зачислить' });
  await expect(send).toHaveAccessibleDescription('По счетам больше, чем поступило');
  await field.fill('100');
  await expect(dialog.getByText(/^Без счёта останется/)).toContainText(text(1134.56 - large));
  await send.click();
  await expect(dialog).toBeHidden();

  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const found = await page.request.get(`/staff/api/payments?q=${payment.number}`, { headers });
  expect((await found.json()).data[0]).toMatchObject({
    state: 'assigned',
    invoices: [
      { number: first.number, sum: 100 },
      { number: other.number, sum: large },
    ],
  });
  const back = `/staff/api/payments/${payment.id}/correct`;
  expect((await changeByTwoPeople(page.request, back, { reason: 'Проверка' })).ok()).toBe(true);
});

test('payments are found by purpose and day, and those on review begin with the oldest', async ({ page }) => {
  const mark = `Аванс ${Math.floor(Math.random() * 1e9)}`;
  const payment = await givenPayment(page, { inn: UNKNOWN_INN, state: 'review', purpose: mark });
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  await page.getByLabel('Поиск платежей').fill(mark.toUpperCase());
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: `№ ${payment.number}` })).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=/);
  await page.goto(`/staff/payments?q=${encodeURIComponent(mark)}&from=2020-01-01&to=2020-01-31`);
  await expect(page.getByText('Ничего не найдено')).toBeVisible();

  await page.goto('/staff/payments?state=review');
  await expect(page.getByLabel('Порядок')).toContainText('Сначала старые');
  const numbers = page.getByRole('row').filter({ hasText: '№' });
  await expect(numbers.last()).toContainText(`№ ${payment.number}`);
});

test('a payment above the sum of the day says that a second member confirms it', async ({ page }) => {
  const payment = await givenPayment(page, { inn: UNKNOWN_INN, state: 'review', sum: '100000.01' });
  await signIn(page, STAFF);
  await page.goto(`/staff/payments?state=review&q=${payment.number}`);
  const row = page.getByRole('row').filter({ hasText: `№ ${payment.number}` });
  await row.getByRole('button', { name: 'Зачислить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Зачислить платёж' });
  await expect(dialog.getByRole('status')).toHaveText(
    /^Сегодня вы можете провести один ещё .+₽\. Этот платёж подтвердит второй сотрудник\.$/,
  );
});
