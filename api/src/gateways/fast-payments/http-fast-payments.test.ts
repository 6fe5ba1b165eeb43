import { afterEach, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { FastPaymentsUnavailable } from './fast-payments.ts';
import { httpFastPayments } from './http-fast-payments.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

async function fakeBank(reply: WireReply) {
  server = await serveWire(() => reply);
  const account = '40702810200000000001';
  const timeLimitMs = reply === 'silence' ? 150 : 5000;
  return httpFastPayments({ url: server.url, token: 'hush', account: () => account, timeLimitMs });
}

const LINK_REQUEST = {
  orderId: 17,
  sum: kopecks(15_050),
  purpose: 'СБП-17. Оплата по счёту № М-000123',
  payerInn: '5047123455',
  expiresAt: new Date('2026-09-16T09:00:00Z'),
};

test('an order says account, sum and purpose under a key that makes a repeat harmless', async () => {
  const bank = await fakeBank({ body: { qrId: 'q1', payload: 'https://qr.nspk.ru/q1' } });
  expect(await bank.orderPayment(LINK_REQUEST)).toEqual({ bankOrder: 'q1', link: 'https://qr.nspk.ru/q1' });
  const [request] = server!.requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/b2b/qr/onetime',
    headers: { authorization: 'Bearer hush', 'idempotency-key': 'magistral-17' },
  });
  expect(JSON.parse(request!.body)).toEqual({
    accountNumber: '40702810200000000001',
    sum: 150.5,
    purpose: LINK_REQUEST.purpose,
    payerInn: '5047123455',
    expiresAt: '2026-09-16T09:00:00.000Z',
  });
});

test('a paid order says movement, sum, moment and payer', async () => {
  const payer = { inn: '5047123455', name: 'ООО «Перевозчик»' };
  const paid = {
    status: 'PAID',
    operationId: 'B42',
    sum: '150.50',
    paidAt: '2026-09-15T12:00:00+03:00',
    payer,
  };
  const bank = await fakeBank({ body: paid });
  expect(await bank.readPayment('q/1')).toEqual({
    state: 'paid',
    operation: 'B42',
    sum: 15_050,
    at: new Date('2026-09-15T09:00:00Z'),
    payer,
  });
  expect(server!.requests[0]?.path).toBe('/b2b/qr/q%2F1/info');
});

test.each([
  ['CREATED', 'waiting'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'refused'],
])('the bank’s %s is our %s', async (status, state) => {
  expect(await (await fakeBank({ body: { status } })).readPayment('q1')).toEqual({ state });
});

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['a broken connection', 'break'],
  ['an error', { status: 500, body: { status: 'CREATED' } }],
  ['a refused token', { status: 401, body: {} }],
  ['a paid order without its movement', { body: { status: 'PAID', sum: 1 } }],
  ['a link that is a program', { body: { qrId: 'q1', payload: 'javascript:alert(1)' } }],
])('%s is no answer, and repeats no token', async (_, reply) => {
  const bank = await fakeBank(reply);
  for (const ask of [() => bank.orderPayment(LINK_REQUEST), () => bank.readPayment('q1')]) {
    const error = await ask().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(FastPaymentsUnavailable);
    expect(String(error)).not.toContain('hush');
  }
});
