import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { sberTransaction, type WireMovement } from '../../../testing/wires/bank-wire.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCompany, readUnallocated, type GivenCompany } from '../../../testing/givens/factories.ts';
import { OWN_ACCOUNT } from '../../../testing/givens/given-bank-file.ts';
import { serveWire, type WireReply, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { pullBank, startDuePulls } from './pull-bank.ts';

let api: TestApi;
let wire: WireServer;
let company: GivenCompany;
const executed: WireMovement[] = [];
let failing: WireReply | null = null;

beforeAll(async () => {
  wire = await serveWire(({ path }) => {
    if (failing) return failing;
    const { pathname, searchParams } = new URL(path, 'http://x');
    const day = searchParams.get('statementDate');
    const since = `${searchParams.get('lastModifyDate')}Z`;
    const found = executed.filter(({ at }) =>
      pathname.endsWith('/increment') ? at >= since : at.startsWith(day ?? 'none'),
    );
    return { body: { transactions: found.map(sberTransaction) } };
  });
  const env = {
    BANK_API: 'sber',
    BANK_API_URL: wire.url,
    BANK_API_TOKEN: 'hush',
    BANK_API_EVERY_MINUTES: '15',
  };
  api = await startApi({ jobs: false, env });
  company = await givenCompany(api);
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
  await wire.stop();
});

let serial = 0;
function pay(at: string): void {
  serial += 1;
  const input = { id: `op-${serial}`, number: `8${serial}`, sum: 100, at, purpose: 'Пополнение' };
  executed.push({ ...input, inn: company.inn });
}

/** A turn of the loop and its job; returns which calls the bank got. */
async function pullAt(moment: string): Promise<string[]> {
  api.clock.setTo(moment);
  const before = wire.requests.length;
  await startDuePulls(api.ctx);
  await pullBank(api.ctx, OWN_ACCOUNT);
  return wire.requests.slice(before).map(({ path }) => path.split('?')[0] ?? '');
}

test('whole days are read first and hourly, changes in between, each payment once', async () => {
  pay('2026-09-15T08:00:00Z');
  expect(new Set(await pullAt('2026-09-15T09:00:00Z'))).toEqual(new Set(['/v2/statement/transactions']));
  pay('2026-09-15T08:58:00Z'); // while the first question was on its way
  pay('2026-09-15T09:10:00Z');
  expect(await pullAt('2026-09-15T09:15:00Z')).toEqual(['/v2/statement/increment']);
  expect(await readUnallocated(api, company)).toBe(300);
  // A movement that the bank has learned of late is in no list of changes; the next whole reading finds it.
  executed.push({ ...(executed[0] as WireMovement), id: 'late', number: '8000', at: '2026-09-15T07:00:00Z' });
  expect(await pullAt('2026-09-15T09:30:00Z')).toEqual(['/v2/statement/increment']);
  expect(await readUnallocated(api, company)).toBe(300);
  expect(new Set(await pullAt('2026-09-15T10:00:00Z'))).toEqual(new Set(['/v2/statement/transactions']));
  expect(await readUnallocated(api, company)).toBe(400);
});

test('over midnight in Moscow, and after a long failure, whole days are read', async () => {
  await pullAt('2026-09-15T20:50:00Z');
  expect(new Set(await pullAt('2026-09-15T21:02:00Z'))).toEqual(new Set(['/v2/statement/transactions']));
  expect(await pullAt('2026-09-15T21:20:00Z')).toContain('/v2/statement/transactions');
  failing = { status: 503, body: {} };
  expect(await pullAt('2026-09-15T21:35:00Z')).toContain('/v2/statement/increment');
  failing = null;
  expect(await pullAt('2026-09-15T21:50:00Z')).toEqual(['/v2/statement/increment']);
  expect(new Set(await pullAt('2026-09-15T23:00:00Z'))).toEqual(new Set(['/v2/statement/transactions']));
});
