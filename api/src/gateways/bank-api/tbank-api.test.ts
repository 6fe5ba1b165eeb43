import { afterEach, expect, test } from 'vitest';
import { tbankOperation } from '../../testing/wires/bank-wire.ts';
import {
  serveWire,
  type WireReply,
  type WireRequest,
  type WireServer,
} from '../../testing/wires/serve-wire.ts';
import { BankApiUnavailable, BankStatementTooLong, BankTokenRefused } from './bank-api.ts';
import { tbankApi } from './tbank-api.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const ACCOUNT = '40702810200000000001';

async function fakeBank(reply: (request: WireRequest) => WireReply, timeLimitMs = 10_000) {
  server = await serveWire(reply);
  const token = async () => 'hush';
  return tbankApi({ url: server.url, token, timeLimitMs, maxRetryPauseMs: 5, paceMs: 0 });
}

const movement = (id: string, at: string) =>
  tbankOperation({ id, number: id, sum: 1500.5, at, inn: '5047123455', purpose: 'Оплата' });

test('a Moscow day is asked for in UTC with the token, page by page to the last cursor', async () => {
  const bank = await fakeBank(({ path }) => {
    const cursor = new URL(path, 'http://x').searchParams.get('cursor');
    return cursor === null
      ? { body: { operations: [movement('1', '2026-09-14T21:00:00Z')], nextCursor: 'c 2' } }
      : { body: { operations: [movement('2', '2026-09-15T20:59:59Z')], nextCursor: '' } };
  });
  const found = await bank.readDay(ACCOUNT, '2026-09-15');
  expect(found.map((bankMovement) => bankMovement.operationId)).toEqual(['1', '2']);
  const [first, second] = server!.requests;
  expect(first?.headers.authorization).toBe('Bearer hush');
  const query = new URL(first!.path, 'http://x');
  expect(query.pathname).toBe('/openapi/api/v1/statement');
  expect(Object.fromEntries(query.searchParams)).toEqual({
    accountNumber: ACCOUNT,
    from: '2026-09-14T21:00:00.000Z',
    to: '2026-09-15T21:00:00.000Z',
    operationStatus: 'Transaction',
    limit: '1000',
  });
  expect(new URL(second!.path, 'http://x').searchParams.get('cursor')).toBe('c 2');
});

test('a movement says number, Moscow day of its order, kopecks, both sides and purpose', async () => {
  const bank = await fakeBank(() => ({ body: { operations: [movement('7', '2026-09-14T22:30:00Z')] } }));
  expect(await bank.readDay(ACCOUNT, '2026-09-15')).toEqual([
    {
      operationId: '7',
      number: '7',
      datedOn: '2026-09-15',
      sum: 150_050,
      bookedAt: new Date('2026-09-14T22:30:00Z'),
      payer: {
        account: '40702810500000000001',
        inn: '5047123455',
        kpp: '0',
        name: 'ООО «Перевозчик»',
        bik: '044525974',
        bank: 'Банк',
      },
      payee: expect.objectContaining({ account: ACCOUNT }),
      purpose: 'Оплата',
    },
  ]);
});

test('payments only authorised, of another day, or twice on shifted pages are left out', async () => {
  const authorised = { ...movement('2', '2026-09-15T10:00:00Z'), operationStatus: 'Authorization' };
  const operations = [
    movement('1', '2026-09-15T10:00:00Z'),
    authorised,
    movement('3', '2026-09-15T21:00:00Z'),
  ];
  const bank = await fakeBank(({ path }) => ({
    body: { operations, nextCursor: path.includes('cursor') ? null : 'again' },
  }));
  expect((await bank.readDay(ACCOUNT, '2026-09-15')).map((bankMovement) => bankMovement.operationId)).toEqual(
    ['1'],
  );
});

test('a bank that asks for a pause is called again, and given up when it persists', async () => {
  let calls = 0;
  const tooMany = { status: 429, headers: { 'retry-after': '1' }, body: {} };
  const patient = await fakeBank(() => (++calls < 3 ? tooMany : { body: { operations: [] } }));
  expect(await patient.readDay(ACCOUNT, '2026-09-15')).toEqual([]);
  await server?.stop();
  const never = await fakeBank(() => tooMany);
  await expect(never.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankApiUnavailable);
});

test.each([401, 403])('HTTP %i says that the token is refused', async (status) => {
  const bank = await fakeBank(() => ({ status, body: {} }));
  await expect(bank.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankTokenRefused);
});

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['a broken connection', 'break'],
  ['an error', { status: 500, body: {} }],
  ['a page of a site', { body: '<html>' }],
  ['a statement without sense', { body: { operations: [{ operationId: 1 }] } }],
  ['a cursor that leads to itself', { body: { operations: [], nextCursor: 'same' } }],
])('%s is no statement, and repeats no token', async (_, reply) => {
  const bank = await fakeBank(() => reply, reply === 'silence' ? 150 : undefined);
  const error = await bank.readDay(ACCOUNT, '2026-09-15').catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(BankApiUnavailable);
  expect(String(error)).not.toContain('hush');
});

test('a bank that never stops is cut off at the limit of movements and pages', async () => {
  let cursor = 0;
  server = await serveWire(() => {
    cursor += 1;
    const operations = [1, 2].map((value) => movement(`${cursor}-${value}`, '2026-09-15T08:00:00Z'));
    return { body: { operations, nextCursor: `c ${cursor}` } };
  });
  const access = { url: server.url, token: async () => 'hush', paceMs: 0 };
  const few = tbankApi({ ...access, maxMovements: 5 });
  await expect(few.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankStatementTooLong);
  expect(server.requests).toHaveLength(3);
  const short = tbankApi({ ...access, maxPages: 2 });
  await expect(short.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankStatementTooLong);
  expect(server.requests).toHaveLength(6);
});

test('a page of more rows than were asked for is not read', async () => {
  const row = movement('1', '2026-09-15T08:00:00Z');
  const bank = await fakeBank(() => ({ body: { operations: Array.from({ length: 1001 }, () => row) } }));
  await expect(bank.readDay(ACCOUNT, '2026-09-15')).rejects.toThrow(BankApiUnavailable);
});
