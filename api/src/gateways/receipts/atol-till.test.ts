import { afterEach, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import {
  serveWire,
  type WireReply,
  type WireRequest,
  type WireServer,
} from '../../testing/wires/serve-wire.ts';
import { atolTill } from './atol-till.ts';
import { ReceiptRefused, TillUnavailable, type ReceiptRequest } from './receipt-till.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

/** АТОЛ Онлайн as its protocol describes it: a token, then the answers of `reply` by path. */
async function fakeAtol(reply: (request: WireRequest, call: number) => WireReply) {
  let tokens = 0;
  let calls = 0;
  server = await serveWire((request) => {
    if (request.path.endsWith('/getToken')) {
      tokens += 1;
      return { body: { error: null, token: `token-${tokens}`, timestamp: '30.11.2026 12:00:00' } };
    }
    calls += 1;
    return reply(request, calls);
  });
  return atolTill({
    url: server.url,
    login: 'shop',
    password: 'hush',
    group: 'g1',
    taxSystem: 'osn',
    place: 'https://fuel.example',
    callbackUrl: 'https://fuel.example/api/hooks/receipts',
    timeLimitMs: 1000,
  });
}

const ADVANCE: ReceiptRequest = {
  externalId: 'magistral-receipt-17-1',
  kind: 'advance',
  sum: kopecks(15_050),
  vatPercent: 22,
  at: new Date('2026-11-30T09:05:00Z'),
  buyer: { name: 'ООО «Перевозчик»', inn: '5047123455', email: 'boss@carrier.example', phone: '79000000001' },
  seller: { inn: '7712345671', email: 'desk@fuel.example' },
};
const sent: WireReply = { body: { uuid: 'u1', status: 'wait', error: null } };

test('an advance is sold without cash under 22/122, to the buyer’s email', async () => {
  const till = await fakeAtol(() => sent);
  expect(await till.sendReceipt(ADVANCE)).toBe('u1');
  const [token, sale] = server!.requests;
  expect(JSON.parse(token!.body)).toEqual({ login: 'shop', pass: 'hush' });
  expect(sale).toMatchObject({ method: 'POST', path: '/g1/sell', headers: { token: 'token-1' } });
  expect(JSON.parse(sale!.body)).toMatchObject({
    timestamp: '30.11.2026 12:05:00',
    external_id: 'magistral-receipt-17-1',
    service: { callback_url: 'https://fuel.example/api/hooks/receipts' },
    receipt: {
      client: { name: 'ООО «Перевозчик»', inn: '5047123455', email: 'boss@carrier.example' },
      company: { inn: '7712345671', sno: 'osn', payment_address: 'https://fuel.example' },
      items: [{ price: 150.5, quantity: 1, sum: 150.5, payment_method: 'advance', vat: { type: 'vat122' } }],
      payments: [{ type: 1, sum: 150.5 }],
      total: 150.5,
    },
  });
});

test('an offset is a full payment by the advance, at the rate of goods', async () => {
  const till = await fakeAtol(() => sent);
  await till.sendReceipt({ ...ADVANCE, kind: 'offset', buyer: { ...ADVANCE.buyer, email: null } });
  await till.sendReceipt({ ...ADVANCE, kind: 'offset', vatPercent: null });
  const [, sale, untaxed] = server!.requests.map(({ body }) => (body ? JSON.parse(body) : null));
  expect(sale.receipt).toMatchObject({
    client: { phone: '+79000000001' },
    items: [{ payment_method: 'full_payment', payment_object: 1, vat: { type: 'vat22' } }],
    payments: [{ type: 2, sum: 150.5 }],
  });
  expect(untaxed.receipt.items[0].vat).toEqual({ type: 'none' });
});

test('an expired token is replaced once; a known receipt is the first one', async () => {
  const known = { uuid: 'u0', status: 'wait', error: { code: 33, text: 'уже есть', type: 'system' } };
  const till = await fakeAtol((_, call) =>
    call === 1
      ? { status: 401, body: { error: { code: 11, text: 'Истёк', type: 'system' } } }
      : { status: 400, body: known },
  );
  expect(await till.sendReceipt(ADVANCE)).toBe('u0');
  expect(server!.requests.map(({ headers }) => headers.token)).toEqual([
    undefined,
    'token-1',
    undefined,
    'token-2',
  ]);
});

test('a refused receipt says why', async () => {
  const error = { code: 32, text: 'Ошибка валидации: сумма', type: 'system' };
  const till = await fakeAtol(() => ({ status: 400, body: { status: 'fail', error } }));
  await expect(till.sendReceipt(ADVANCE)).rejects.toThrow(
    new ReceiptRefused('Ошибка валидации: сумма (код 32)'),
  );
});

test('a report waits, fails, or has the receipt with its sign and link', async () => {
  const payload = {
    fn_number: '9999078900001234',
    fiscal_document_number: 7,
    fiscal_document_attribute: 42,
    ofd_receipt_url: 'https://ofd.example/7',
  };
  const answers = [
    { status: 'wait', error: { code: 34, text: 'ещё нет', type: 'system' } },
    { status: 'fail', error: { code: -3822, text: 'Смена превысила 24 часа', type: 'driver' } },
    { status: 'done', error: null, payload },
    { status: 'done', error: null, payload: { ...payload, ofd_receipt_url: 'javascript:alert(1)' } },
  ];
  const till = await fakeAtol((_, call) => ({ body: answers[call - 1] ?? {} }));
  expect(await till.readReceipt('u/1')).toEqual({ state: 'waiting' });
  expect(await till.readReceipt('u1')).toEqual({
    state: 'failed',
    reason: 'Смена превысила 24 часа (код -3822)',
  });
  const fiscal = { storage: '9999078900001234', document: 7, sign: 42 };
  expect(await till.readReceipt('u1')).toEqual({ state: 'done', link: 'https://ofd.example/7', fiscal });
  expect(await till.readReceipt('u1')).toEqual({ state: 'done', link: null, fiscal });
  expect(server!.requests[1]?.path).toBe('/g1/report/u%2F1');
});

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['a broken connection', 'break'],
  ['an error of the service', { status: 500, body: { error: { code: 1, text: 'x' } } }],
  ['an answer without sense', { body: '<html>' }],
])('%s is no answer, and repeats no password', async (_, reply) => {
  const till = await fakeAtol(() => reply);
  for (const ask of [() => till.sendReceipt(ADVANCE), () => till.readReceipt('u1')]) {
    const error = await ask().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(TillUnavailable);
    expect(String(error)).not.toMatch(/hush|token-/);
  }
});
