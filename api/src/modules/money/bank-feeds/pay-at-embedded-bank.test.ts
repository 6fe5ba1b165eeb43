import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCompany, readUnallocated } from '../../../testing/givens/factories.ts';
import { givenInvoice, OWN_ACCOUNT } from '../../../testing/givens/given-bank-file.ts';
import { pullBank, startDuePulls } from './pull-bank.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { BANK_API: 'embedded' } });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

async function pull(): Promise<void> {
  await startDuePulls(api.ctx);
  await pullBank(api.ctx, OWN_ACCOUNT);
}

function uploadStatement(bytes: Uint8Array) {
  const multipart = new FormData();
  multipart.append('file', new Blob([new Uint8Array(bytes)]), 'order.txt');
  return api.post('/dev/bank-payments', { multipart });
}

test('the embedded bank carries out an invoice’s payment order at night, once', async () => {
  api.clock.setTo('2026-09-15T20:00:00Z');
  const company = await givenCompany(api);
  const { token } = company.admin;
  const invoice = await givenInvoice(api, company, 7314);
  const order = await api.get(`/api/invoices/${invoice.id}/payment-order`, { token });
  expect((await uploadStatement(order.bytes)).body.data).toMatchObject([{ sum: 7314 }]);
  await pull();
  // By day the bank gives the movement another id.
  api.clock.setTo('2026-09-16T09:00:00Z');
  await pull();
  expect(await readUnallocated(api, company)).toBe(7314);
});

test('no file, no payment order and another payee’s order are refused on the file', async () => {
  expect((await api.post('/dev/bank-payments', { json: {} })).body.error_messages).toHaveProperty('file');
  expect((await uploadStatement(Buffer.from('x'))).body.error_messages).toHaveProperty('file');
});
