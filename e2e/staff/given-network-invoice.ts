import { expect, type Page } from '@playwright/test';
import { signInForToken, STAFF } from '../fixtures.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';

const NETWORK = 3;
/** INN of the network, by which its payments are found. */
export const NETWORK_INN = '7736050003';

/** Loads an invoice of 5 000 ₽ for one day, of two lines of this card, as a program of the staff does. */
export async function givenInvoice(page: Page, card: string): Promise<{ id: number; number: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const day = moscowDay(3);
  const row = (sum: string) => `№ ${card};${russianDay(day)} 10:15;Продажа;АЗС № 12;ДТ;50;65,43;${sum}`;
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
  expect(loaded.ok()).toBe(true);
  return { id: (await loaded.json()).data.id, number };
}

/** A number of a card that is none of ours, another one each time: a line is billed once. */
export function unknownCard(): string {
  return `70058300${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
}

/** An invoice of 5 000 ₽, of which one line of 1 234,56 ₽ is disputed. */
export async function givenDisputedInvoice(page: Page): Promise<{ id: number; number: string }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const supplier = { headers, data: { inn: NETWORK_INN, payment_days: 10 } };
  expect((await page.request.put(`/staff/api/partners/${NETWORK}/supplier`, supplier)).ok()).toBe(true);
  const { id, number } = await givenInvoice(page, unknownCard());
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
