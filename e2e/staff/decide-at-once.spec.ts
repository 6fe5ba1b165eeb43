import { chooseClient } from './choose-client.ts';
import type { Page } from '@playwright/test';
import { changeByTwoPeople } from './change-by-two-people.ts';
import { expect, signIn, STAFF, test, signInForToken } from '../fixtures.ts';
import { disablePolling } from '../pages/hold-time.ts';
import { givenPayment } from './given-payment.ts';
import { givenReturns } from './given-returns.ts';

/** INN without a client in the programme. */
const UNKNOWN_INN = '7707083893';

async function signInAsColleague(page: Page) {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  return {
    async list(path: string) {
      return (await (await page.request.get(path, { headers })).json()).data;
    },
    async decide(path: string, data: object) {
      expect((await changeByTwoPeople(page.request, path, data)).ok()).toBe(true);
    },
  };
}

test('a payment that a colleague credited meanwhile leaves the list after the refusal', async ({ page }) => {
  const payment = await givenPayment(page, { inn: UNKNOWN_INN, state: 'review' });
  const colleague = await signInAsColleague(page);
  // Both have payments anyway. A payment would give a new company a history, and other tests need one without.
  const find = (title: string) => colleague.list(`/staff/api/clients?search=${encodeURIComponent(title)}`);
  const [[mine], [theirs]] = [await find('Дальний рейс'), await find('Донские линии')];
  await page.addInitScript(disablePolling);
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  const row = page.getByRole('row').filter({ hasText: `№ ${payment.number}` });
  await row.getByRole('button', { name: 'Зачислить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Зачислить платёж' });
  await chooseClient(dialog, 'Дальний рейс', `ИНН ${mine.inn}`);
  await colleague.decide(`/staff/api/payments/${payment.id}/assign`, { company_id: theirs.id });
  await dialog.getByRole('button', { name: 'Зачислить' }).click();
  await expect(dialog.getByText('Платёж уже зачислен')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Зачислен вручную')).toBeVisible();
  await expect(row.getByText(theirs.title)).toBeVisible();
  await colleague.decide(`/staff/api/payments/${payment.id}/correct`, { reason: 'Проверка' });
});

test('a return that a colleague decided meanwhile leaves the list after the refusal', async ({ page }) => {
  const [number = ''] = await givenReturns(page, 1.11);
  const colleague = await signInAsColleague(page);
  const returns = await colleague.list('/staff/api/advance-returns');
  const { id } = returns.find((item: { number: string }) => item.number === number);
  await page.addInitScript(disablePolling);
  await signIn(page, STAFF);
  await page.goto('/staff/payments?tab=returns');
  const row = page.getByRole('row').filter({ hasText: `№ ${number}` });
  await row.getByRole('button', { name: 'Списать со счёта' }).click();
  const dialog = page.getByRole('dialog', { name: 'Списать со счёта' });
  await colleague.decide(`/staff/api/advance-returns/${id}/dismiss`, { reason: 'Ремонт крыши' });
  await dialog.getByRole('button', { name: 'Списать' }).click();
  await expect(dialog.getByText('Уже решено, что это не возврат аванса')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Ремонт крыши')).toBeVisible();
});
