import type { Page } from '@playwright/test';
import { ADMIN, expect, STAFF, signInForToken } from '../fixtures.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';

/** Loads, as staff do, a statement with payment orders of these sums to a client of the demonstration. */
export async function givenReturns(page: Page, ...sums: number[]): Promise<string[]> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const profile = await page.request.get('/api/users/profile', {
    headers: { 'x-auth-token': await signInForToken(page.request, ADMIN) },
  });
  const { inn } = (await profile.json()).data.company as { inn: string };
  const { account } = (await (await page.request.get('/staff/api/requisites', { headers })).json()).data;
  const day = russianDay(moscowDay());
  const numbers = sums.map(() => String(Math.floor(Math.random() * 1e6)));
  const documents = sums.flatMap((sum, index) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${numbers[index]}`,
    `Дата=${day}`,
    `Сумма=${sum.toFixed(2)}`,
    `ПлательщикСчет=${account}`,
    `ДатаСписано=${day}`,
    'ПолучательСчет=40702810500000000001',
    `ПолучательИНН=${inn}`,
    'Получатель1=ООО "Перевозчик"',
    'НазначениеПлатежа=Возврат аванса по договору № 15 от 12.03.2026. НДС не облагается',
    'КонецДокумента',
  ]);
  const header = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', `РасчСчет=${account}`];
  const buffer = Buffer.from([...header, ...documents, 'КонецФайла'].join('\r\n'), 'utf8');
  const file = { name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer };
  const loaded = await page.request.post('/staff/api/bank-statements', { headers, multipart: { file } });
  expect((await loaded.json()).data).toMatchObject({ documents: sums.length, ignored: sums.length });
  return numbers;
}
