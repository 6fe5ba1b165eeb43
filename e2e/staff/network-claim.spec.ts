import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, signInForToken, STAFF, test } from '../fixtures.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';
import { givenPayment } from './given-payment.ts';

const NETWORK = 3;
const INN = '7736050003';

/** An invoice of 5 000 ₽, of which one line of 1 234,56 ₽ is disputed. */
async function givenDisputedInvoice(page: Page): Promise<{ id: number; number: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const supplier = { headers, data: { inn: INN, payment_days: 10 } };
  expect((await page.request.put(`/staff/api/partners/${NETWORK}/supplier`, supplier)).ok()).toBe(true);
  const day = moscowDay(3);
  const row = (sum: string) =>
    `№ 7005830000009999;${russianDay(day)} 10:15;Продажа;АЗС № 12;ДТ;50;65,43;${sum}`;
  const report = [
    'Номер карты;Дата и время;Операция;АЗС;Топливо;Литры;Цена;Сумма',
    row('3765,44'),
    row('1234,56'),
  ];
  const number = `С-${Math.floor(Math.random() * 1_000_000)}`;
  const loaded = await page.request.post('/staff/api/network-invoices', {
    headers,
    multipart: {
      partner_id: String(NETWORK),
      number,
      date: day,
      from: day,
      to: day,
      sum: '5000',
      vat: '0',
      file: { name: 'Отчёт.csv', mimeType: 'text/csv', buffer: Buffer.from(report.join('\r\n'), 'utf8') },
    },
  });
  const { id } = (await loaded.json()).data;
  const lines = await page.request.get(`/staff/api/network-invoices/${id}/lines`, { headers });
  const [right, wrong] = (await lines.json()).data as { id: number }[];
  for (const [decision, line] of [
    ['accepted', right],
    ['disputed', wrong],
  ] as const) {
    const data = { decision, lines: [line?.id], note: 'По чекам' };
    const path = `/staff/api/network-invoices/${id}/decide`;
    expect((await page.request.post(path, { headers, data })).ok()).toBe(true);
  }
  // The day may have sales of the demonstration that this report does not name.
  const rest = { decision: 'accepted', group: 'ours', note: 'В следующем счёте' };
  await page.request.post(`/staff/api/network-invoices/${id}/decide`, { headers, data: rest });
  return { id, number };
}

test('an invoice is accepted without its dispute, and a refund closes the claim', async ({ page }) => {
  const { id, number } = await givenDisputedInvoice(page);
  await signIn(page, STAFF);
  await page.goto(`/staff/network-invoices/${id}`);
  await page.getByRole('button', { name: 'Принять без спорного' }).click();
  const dialog = page.getByRole('dialog', { name: 'Принять без спорного' });
  await expect(dialog.getByLabel('Сеть вернёт')).toHaveValue('1234,56');
  await expect(dialog.getByRole('status')).toContainText(/3\s765,44/);
  await dialog.getByLabel('Основание претензии').fill('Такой заправки не было');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Принять счёт' }).click();
  const claim = page.getByRole('heading', { name: 'Претензия к сети' }).locator('../..');
  await expect(claim).toContainText('Ждём возврата');
  await expectNoAxeViolations(page);

  const payment = await givenPayment(page, { inn: INN, state: 'refund', purpose: 'Возврат по претензии' });
  await page.goto(`/staff/payments?q=${payment.number}`);
  await page.getByRole('button', { name: 'Учесть возврат от сети' }).click();
  const booking = page.getByRole('dialog', { name: 'Учесть возврат от сети' });
  const option = booking.getByRole('option', { name: `Претензия по счёту № ${number}` });
  await booking.getByLabel('Что это').selectOption((await option.getAttribute('value')) ?? '');
  await booking.getByLabel('Основание, останется в журнале').fill('Ответ сети');
  await expectNoAxeViolations(page);
  await booking.getByRole('button', { name: 'Учесть возврат' }).click();
  await expect(page.getByText('в расчётах с ней')).toBeVisible();
  await page.goto(`/staff/network-invoices/${id}`);
  await expect(claim).toContainText('Сеть вернула');
  await expect(claim.getByRole('button', { name: 'Отозвать' })).toHaveCount(0);

  await page.goto(`/staff/payments?q=${payment.number}`);
  await page.getByRole('button', { name: 'Отменить учёт платежа сети' }).click();
  const undoing = page.getByRole('dialog', { name: 'Отменить учёт платежа сети' });
  await undoing.getByLabel('Основание, останется в журнале').fill('Это бонус');
  await undoing.getByRole('button', { name: 'Отменить возврат' }).click();
  await page.getByRole('button', { name: 'Учесть возврат от сети' }).click();
  await booking.getByLabel('Что это').selectOption('Бонус сети');
  await booking.getByLabel('Основание, останется в журнале').fill('Договор, п. 4');
  await booking.getByRole('button', { name: 'Учесть бонус' }).click();
  await expect(page.getByText('в расчётах с ней')).toBeVisible();
  await page.goto('/staff/network-invoices?tab=networks');
  await expect(
    page
      .getByRole('table', { name: 'Расчёты с сетями' })
      .getByText(/1\s234,56/)
      .first(),
  ).toBeVisible();
});
