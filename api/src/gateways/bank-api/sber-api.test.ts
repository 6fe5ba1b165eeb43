import { afterEach, expect, test } from 'vitest';
import { sberTransaction } from '../../testing/wires/bank-wire.ts';
import {
  serveWire,
  type WireReply,
  type WireRequest,
  type WireServer,
} from '../../testing/wires/serve-wire.ts';
import { BankApiUnavailable, BankTokenRefused } from './bank-api.ts';
import { sberApi } from './sber-api.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const ACCOUNT = '40702810200000000001';

async function fakeBank(
  reply: (query: URLSearchParams, request: WireRequest) => WireReply,
  timeLimitMs = 10_000,
) {
  server = await serveWire((request) => reply(new URL(request.path, 'http://x').searchParams, request));
  return sberApi({ url: server.url, token: async () => 'hush', timeLimitMs, maxRetryPauseMs: 5 });
}

const movement = (id: string | number, at: string) =>
  sberTransaction({ id: String(id), number: String(id), sum: 10, at, inn: '5047123455', purpose: 'Оплата' });

test('a Moscow day is gathered from the two days of UTC that it lies in', async () => {
  const days: Record<string, unknown[]> = {
    '2026-09-14': [movement('early', '2026-09-14T20:59:59Z'), movement('night', '2026-09-14T21:00:00Z')],
    '2026-09-15': [movement('day', '2026-09-15T20:59:59Z'), movement('late', '2026-09-15T21:00:00Z')],
  };
  const bank = await fakeBank((query) => ({
    body: { transactions: days[query.get('statementDate') ?? ''], _links: [] },
  }));
  const found = await bank.readDay(ACCOUNT, '2026-09-15');
  expect(found.map((bankMovement) => bankMovement.operationId)).toEqual(['night', 'day']);
  expect(found[0]).toMatchObject({
    number: 'night',
    sum: 1000,
    payer: { inn: '5047123455' },
    payee: { account: ACCOUNT },
  });
  const [request] = server!.requests;
  expect(request?.path).toBe(
    `/v2/statement/transactions?accountNumber=${ACCOUNT}&statementDate=2026-09-14&page=1`,
  );
  expect(request?.headers.authorization).toBe('Bearer hush');
});

test('all pages of 100 are read, and a row that a shifted page repeats counts once', async () => {
  const all = Array.from({ length: 150 }, (_, index) => movement(index, '2026-09-15T10:00:00Z'));
  const bank = await fakeBank((query) => {
    if (query.get('statementDate') === '2026-09-14') return { body: { transactions: [] } };
    // A new movement came on top while the first page was read.
    return { body: { transactions: query.get('page') === '1' ? all.slice(0, 100) : all.slice(98) } };
  });
  expect(await bank.readDay(ACCOUNT, '2026-09-15')).toHaveLength(150);
});

test('changes since a moment are requested in one call, in UTC, without a day', async () => {
  const bank = await fakeBank(() => ({
    body: {
      transactions: [movement('new', '2026-09-15T10:00:00Z'), movement('new', '2026-09-15T10:00:00Z')],
    },
  }));
  const found = await bank.readSince?.(ACCOUNT, new Date('2026-09-15T09:55:00Z'));
  expect(found?.map((bankMovement) => bankMovement.operationId)).toEqual(['new']);
  const { pathname, searchParams } = new URL(server!.requests[0]?.path ?? '', 'http://x');
  expect(pathname).toBe('/v2/statement/increment');
  expect(Object.fromEntries(searchParams)).toEqual({
    accountNumber: ACCOUNT,
    lastModifyDate: '2026-09-15T09:55:00.000',
  });
});

test('where nothing has changed the bank may leave the list out', async () => {
  const bank = await fakeBank(() => ({ body: {} }));
  expect(await bank.readSince?.(ACCOUNT, new Date())).toEqual([]);
});

test('an order of the bank itself, which names no side, is one of our account', async () => {
  const fee = { ...movement('fee', '2026-09-15T10:00:00Z'), direction: 'DEBIT', rurTransfer: null };
  const bank = await fakeBank(() => ({ body: { transactions: [fee] } }));
  const [found] = await bank.readDay(ACCOUNT, '2026-09-15');
  expect(found).toMatchObject({ payer: { account: ACCOUNT }, payee: { account: null } });
});

test('an expired token and an unavailable bank are different errors', async () => {
  const bank = await fakeBank(() => ({ status: 401, body: {} }));
  await expect(bank.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankTokenRefused);
});

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['a broken connection', 'break'],
  ['an error', { status: 503, body: {} }],
  ['too many calls, for ever', { status: 429, body: {} }],
  [
    'a movement without a sum',
    { body: { transactions: [{ ...movement('1', '2026-09-15T10:00:00Z'), amount: null, amountRub: null }] } },
  ],
  ['a statement without sense', { body: { transactions: 'none' } }],
])('%s is no statement, and repeats no token', async (_, reply) => {
  const bank = await fakeBank(() => reply, reply === 'silence' ? 150 : undefined);
  const error = await bank.readDay(ACCOUNT, '2026-09-15').catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(BankApiUnavailable);
  expect(String(error)).not.toContain('hush');
});
