import type { Page } from '@playwright/test';
import { changeByTwoPeople } from './change-by-two-people.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test, signInForToken } from '../fixtures.ts';
import { givenPayment } from './given-payment.ts';

/** INN without a client in the programme. */
const UNKNOWN_INN = '7707083893';

/** A new invoice of a client of the demonstration. */
async function givenInvoice(page: Page): Promise<{ number: string; title: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const sum = 1000 + Math.floor(Math.random() * 1e5);
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
  const search = dialog.getByLabel('Найти клиента');
  await search.fill('такого клиента нет');
  await expect(dialog.getByText('Никого не нашли')).toBeVisible();
  await search.fill(number);
  await expect(dialog.getByText('Нашли 1 клиента')).toBeVisible();
  const client = dialog.getByLabel('Чей это платёж');
  await client.selectOption(await client.locator('option', { hasText: title }).innerText());
  const invoice = dialog.getByLabel('Счёт', { exact: true });
  await invoice.selectOption(await invoice.locator('option', { hasText: number }).innerText());
  await expectNoAxeViolations(page, '[role=dialog]');
  // A new search does not submit the previous choice.
  await search.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Зачислить' }).click();
  await expect(dialog).toBeHidden();

  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const listed = await (await page.request.get('/staff/api/payments?state=assigned', { headers })).json();
  const credited = listed.data.find((item: { id: number }) => item.id === payment.id);
  expect(credited).toMatchObject({ company: { title }, invoice: { number } });
  const back = `/staff/api/payments/${payment.id}/correct`;
  expect((await changeByTwoPeople(page.request, back, { reason: 'Проверка' })).ok()).toBe(true);
});
