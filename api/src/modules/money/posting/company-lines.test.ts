import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCard, givenCode, givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { retryUnmatchedSales } from '../../fuel/sales/retry-unmatched-sales.ts';
import { MONEY_LOCKED } from './post-movement.ts';

/** One company's money is locked by another transaction; the other companies are free. */
let api: TestApi;
/** Same portal in a second process with a short timeout. */
let hasty: TestApi;
let holder: pg.Client;

beforeAll(async () => {
  const patient = { COMPANY_PATIENCE_MS: '20000', NETWORK_PATIENCE_MS: '0' };
  api = await startApi({ jobs: false, env: patient });
  const { databaseUrl, clock } = api;
  const env = { COMPANY_PATIENCE_MS: '300' };
  hasty = await startApi({ databaseUrl, jobs: false, env, overrides: { clock } });
  holder = new pg.Client(api.databaseUrl);
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await hasty.stop();
  await api.stop();
});

const put = (
  { id, admin }: GivenCompany,
  rubles: number,
  input: { key?: string; in?: TestApi } = {},
): Promise<ApiResponse> =>
  (input.in ?? api).post(`/api/client/${id}/accounts`, {
    token: admin.token,
    json: { accounts: [{ partner_id: PARTNER.gpn, sum: rubles }] },
    key: input.key,
  });

const sumAtNetwork = ({ body }: ApiResponse): number =>
  body.data.accounts.find((account: { partner_id: number }) => account.partner_id === PARTNER.gpn).sum;

async function whileLocked(company: GivenCompany, work: () => Promise<void>): Promise<void> {
  await holder.query('begin');
  await holder.query(holdMoney(company.id));
  try {
    await work();
  } finally {
    await holder.query('rollback');
  }
}

const given = (): Promise<GivenCompany> => givenCompany(api, { unallocatedKopecks: 1000_00 });

test('other companies move their money while one company is held', async () => {
  const [locked, ...others] = [await given(), await given(), await given(), await given()];
  let waiting: Promise<ApiResponse> | undefined;
  await whileLocked(locked, async () => {
    // Asked in one turn, so they begin in one batch.
    waiting = put(locked, 10);
    const answers = await Promise.all(others.map((company) => put(company, 10)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await waitUntilWaiting(api);
    // By now the locked company waits in a line of its own.
    const more = await Promise.all(others.map((company) => put(company, 5)));
    expect(more.map(sumAtNetwork)).toEqual([15, 15, 15]);
  });
  expect(sumAtNetwork((await waiting) as ApiResponse)).toBe(10);
  await expectBooksToAgree(api);
});

test('a company that stays locked is answered 503, and none of its money has moved', async () => {
  const locked = await given();
  await whileLocked(locked, async () => {
    const { status, body } = await put(locked, 10, { key: 'a key', in: hasty });
    expect([status, body.message]).toEqual([503, MONEY_LOCKED]);
  });
  const repeated = await put(locked, 10, { key: 'a key', in: hasty });
  expect([repeated.status, sumAtNetwork(repeated)]).toEqual([200, 10]);
  expect(sumAtNetwork(await put(locked, 10, { key: 'a key' }))).toBe(10);
  await expectBooksToAgree(api);
});

test('a locked company whose accounts are cached delays no other either', async () => {
  const [locked, other] = [await given(), await given()];
  await Promise.all([put(locked, 1), put(other, 1)]);
  let waiting: Promise<ApiResponse> | undefined;
  await whileLocked(locked, async () => {
    waiting = put(locked, 10);
    expect(sumAtNetwork(await put(other, 10))).toBe(11);
    await waitUntilWaiting(api);
  });
  expect(sumAtNetwork((await waiting) as ApiResponse)).toBe(11);
  await expectBooksToAgree(api);
});

test('the movements of a locked company are posted together when it is free again', async () => {
  const locked = await given();
  let waiting: Promise<ApiResponse>[] = [];
  await whileLocked(locked, async () => {
    waiting = [put(locked, 1), put(locked, 2), put(locked, 3)];
    await waitUntilWaiting(api);
    waiting.push(put(locked, 4));
  });
  const answers = await Promise.all(waiting);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(sumAtNetwork(await put(locked, 5))).toBe(15);
  await expectBooksToAgree(api);
});

test('two held companies leave connections for the movements of others', async () => {
  const [first, second] = [await given(), await given()];
  let waiting: Promise<ApiResponse>[] = [];
  await whileLocked(first, async () => {
    await holder.query(holdMoney(second.id));
    waiting = [put(first, 10), put(second, 10)];
    await waitUntilWaiting(api, 2);
    expect((await api.get('/readyz')).body).toMatchObject({ code: 200, data: { ready: true } });
  });
  expect((await Promise.all(waiting)).map(sumAtNetwork)).toEqual([10, 10]);
});

test('a locked company’s code rows delay no movement of another company', async () => {
  const [locked, other] = [await given(), await given()];
  const [card, foreign] = [await givenCard(api, locked.id), await givenCard(api, other.id)];
  const [sms, own] = [
    await givenCode(api, locked.admin, 'transfer', card.id),
    await givenCode(api, other.admin, 'transfer', foreign.id),
  ];
  const move = (company: GivenCompany, cardId: number, code: string) =>
    api.post(`/api/card/${cardId}/transaction`, {
      token: company.admin.token,
      form: { sum: '10', sms: code, mode: 1 },
    });
  let waiting: Promise<ApiResponse> | undefined;
  await whileLocked(locked, async () => {
    // Simulates a process that is stuck in the middle of a batch with these locks.
    await holder.query('select from sms_code where user_id = $1 for no key update', [locked.admin.id]);
    waiting = move(locked, card.id, sms);
    expect((await move(other, foreign.id, own)).status).toBe(200);
    await waitUntilWaiting(api);
  });
  expect((await waiting)?.status).toBe(200);
  await expectBooksToAgree(api);
});

test('a sale of a held company waits aside while the sales of others are booked', async () => {
  const [locked, other] = [await given(), await given()];
  const [card, foreign] = [await givenCard(api, locked.id), await givenCard(api, other.id)];
  const sold = { sum: 10_00, at: '2026-09-15T08:00:00Z' };
  const debts = async (): Promise<number[]> => {
    const { rows } = await holder.query<{ company_id: number }>(
      `select company_id from ledger_account where kind = 'debt' and balance_kopecks = -1000 and company_id = any($1)`,
      [[locked.id, other.id]],
    );
    return rows.map((row) => row.company_id);
  };
  await whileLocked(locked, async () => {
    await givenSales(hasty, card, [sold]);
    await givenSales(hasty, foreign, [sold]);
    expect(await debts()).toEqual([other.id]);
  });
  api.clock.advanceSeconds(61);
  await retryUnmatchedSales(hasty.ctx, card.partnerId);
  expect(await debts()).toHaveLength(2);
  await expectBooksToAgree(api);
});

test('a threshold of a held company is answered 503 with a sentence', async () => {
  const locked = await given();
  await whileLocked(locked, async () => {
    const answer = await hasty.post('/api/client/availableFunds', {
      token: locked.admin.token,
      json: { threshold: 100 },
    });
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'Эти данные сейчас меняет другая операция. Повторите через минуту',
    ]);
  });
});
