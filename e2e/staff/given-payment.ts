import type { Page } from '@playwright/test';
import { expect, STAFF, signInForToken } from '../fixtures.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';

/** Loads a statement with a payment from a payer with this INN, of 1 234,56 ₽ at first; `state` is what it is taken for. */
export async function givenPayment(
  page: Page,
  input: { inn: string; state: 'credited' | 'review' | 'refund'; purpose?: string; sum?: string },
): Promise<{ id: number; number: string }> {
  const { inn, state, purpose, sum = '1234.56' } = input;
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const number = String(100_000 + Math.floor(Math.random() * 900_000));
  const { account } = (await (await page.request.get('/staff/api/requisites', { headers })).json()).data;
  const file = bankFile({ account, inn, number, sum, ...(purpose && { purpose }) });
  await page.request.post('/staff/api/bank-statements', { headers, multipart: { file } });
  const after = await page.request.get('/staff/api/payments', { headers });
  const found = (await after.json()).data.find((item: { number: string }) => item.number === number);
  expect(found).toMatchObject({ state, sum: Number(sum) });
  return { id: found.id, number };
}

/** A bank's statement with one payment that came today. */
export function bankFile(paid: {
  account: string;
  inn: string;
  number: string;
  sum: string;
  purpose?: string;
}): {
  name: string;
  mimeType: string;
  buffer: Buffer;
} {
  const day = russianDay(moscowDay());
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${paid.account}`,
    'СекцияДокумент=Платежное поручение',
    `Номер=${paid.number}`,
    `Дата=${day}`,
    `Сумма=${paid.sum}`,
    'ПлательщикСчет=40702810500000000001',
    `ПлательщикИНН=${paid.inn}`,
    'Плательщик1=ООО "Перевозчик"',
    `ПолучательСчет=${paid.account}`,
    `ДатаПоступило=${day}`,
    `НазначениеПлатежа=${paid.purpose ?? 'Пополнение'}`,
    'КонецДокумента',
    'КонецФайла',
  ];
  return { name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n'), 'utf8') };
}
