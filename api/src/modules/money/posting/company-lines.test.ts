import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type Answered, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCard, givenCode, givenCompany, type GivenCompany } from '../../../testing/factories.ts';
import { givenSales } from '../../../testing/given-sales.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { untilWaiting } from '../../../testing/until-waiting.ts';
import { retryOrphans } from '../../fuel/sales/retry-orphans.ts';
import { MONEY_HELD } from './company-lines.ts';

/** A company whose money somebody holds, and others beside it. */
let api: TestApi;
/** The same portal in a second process that soon loses patience. */
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
  said: { key?: string; in?: TestApi } = {},
): Promise<Answered> =>
  (said.in ?? api).post(`/api/client/${id}/accounts`, {
    token: admin.token,
    json: { accounts: [{ partner_id: PARTNER.gpn, sum: rubles }] },
    key: said.key,
  });

const sumAtNetwork = ({ body }: Answered): number =>
  body.data.accounts.find((one: { partner_id: number }) => one.partner_id === PARTNER.gpn).sum;

async function whileHeld(company: GivenCompany, work: () => Promise<void>): Promise<void> {
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
  const [held, ...others] = [await given(), await given(), await given(), await given()];
  let waiting: Promise<Answered> | undefined;
  await whileHeld(held, async () => {
    // Asked in one turn, so they begin in one batch.
    waiting = put(held, 10);
    const answers = await Promise.all(others.map((company) => put(company, 10)));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    await untilWaiting(api);
    // By now the held company waits in a line of its own.
    const more = await Promise.all(others.map((company) => put(company, 5)));
    expect(more.map(sumAtNetwork)).toEqual([15, 15, 15]);
  });
  expect(sumAtNetwork((await waiting) as Answered)).toBe(10);
  await expectBooksToAgree(api);
});

test('a company that stays held is answered 503 with a sentence, and nothing of its money has moved', async () => {
  const held = await given();
  await whileHeld(held, async () => {
    const { status, body } = await put(held, 10, { key: 'a key', in: hasty });
    expect([status, body.message]).toEqual([503, MONEY_HELD]);
  });
  const repeated = await put(held, 10, { key: 'a key', in: hasty });
  expect([repeated.status, sumAtNetwork(repeated)]).toEqual([200, 10]);
  expect(sumAtNetwork(await put(held, 10, { key: 'a key' }))).toBe(10);
  await expectBooksToAgree(api);
});

test('a held company whose accounts are known already keeps nobody waiting either', async () => {
  const [held, other] = [await given(), await given()];
  await Promise.all([put(held, 1), put(other, 1)]);
  let waiting: Promise<Answered> | undefined;
  await whileHeld(held, async () => {
    waiting = put(held, 10);
    expect(sumAtNetwork(await put(other, 10))).toBe(11);
    await untilWaiting(api);
  });
  expect(sumAtNetwork((await waiting) as Answered)).toBe(11);
  await expectBooksToAgree(api);
});

test('the deeds of a held company are done in one go when it is free again', async () => {
  const held = await given();
  let waiting: Promise<Answered>[] = [];
  await whileHeld(held, async () => {
    waiting = [put(held, 1), put(held, 2), put(held, 3)];
    await untilWaiting(api);
    waiting.push(put(held, 4));
  });
  const answers = await Promise.all(waiting);
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
  expect(sumAtNetwork(await put(held, 5))).toBe(15);
  await expectBooksToAgree(api);
});

test('a held company’s code rows keep no deed of another company waiting', async () => {
  const [held, other] = [await given(), await given()];
  const [card, foreign] = [await givenCard(api, held.id), await givenCard(api, other.id)];
  const [sms, own] = [
    await givenCode(api, held.admin, 'transfer', card.id),
    await givenCode(api, other.admin, 'transfer', foreign.id),
  ];
  const move = (company: GivenCompany, cardId: number, code: string) =>
    api.post(`/api/card/${cardId}/transaction`, {
      token: company.admin.token,
      form: { sum: '10', sms: code, mode: 1 },
    });
  let waiting: Promise<Answered> | undefined;
  await whileHeld(held, async () => {
    // As a process that is stuck in the middle of a batch holds them.
    await holder.query('select from sms_code where user_id = $1 for no key update', [held.admin.id]);
    waiting = move(held, card.id, sms);
    expect((await move(other, foreign.id, own)).status).toBe(200);
    await untilWaiting(api);
  });
  expect((await waiting)?.status).toBe(200);
  await expectBooksToAgree(api);
});

test('a sale of a held company waits aside while the sales of others are booked', async () => {
  const [held, other] = [await given(), await given()];
  const [card, foreign] = [await givenCard(api, held.id), await givenCard(api, other.id)];
  const sold = { sum: 10_00, at: '2026-09-15T08:00:00Z' };
  const debts = async (): Promise<number[]> => {
    const { rows } = await holder.query<{ company_id: number }>(
      `select company_id from ledger_account where kind = 'debt' and balance_kopecks = -1000 and company_id = any($1)`,
      [[held.id, other.id]],
    );
    return rows.map((row) => row.company_id);
  };
  await whileHeld(held, async () => {
    await givenSales(hasty, card, [sold]);
    await givenSales(hasty, foreign, [sold]);
    expect(await debts()).toEqual([other.id]);
  });
  api.clock.advanceSeconds(61);
  await retryOrphans(hasty.ctx, card.partnerId);
  expect(await debts()).toHaveLength(2);
  await expectBooksToAgree(api);
});

test('a threshold of a held company is answered 503 with a sentence', async () => {
  const held = await given();
  await whileHeld(held, async () => {
    const answer = await hasty.post('/api/client/availableFunds', {
      token: held.admin.token,
      json: { threshold: 100 },
    });
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'Эти данные сейчас меняет другая операция. Повторите через минуту',
    ]);
  });
});
