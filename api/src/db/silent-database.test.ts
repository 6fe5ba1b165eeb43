import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManualClock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { expectBooksToAgree } from '../testing/expect-books-to-agree.ts';
import { givenCard, givenCode, givenCompany, type GivenCompany } from '../testing/givens/factories.ts';
import { startSilentProxy, type SilentProxy } from '../testing/wires/silent-proxy.ts';
import { getOnlyRow } from './database.ts';
import { TIMEOUTS } from './timeouts.ts';

/** Shorter, so that the test is; `REAL_PATIENCE=1` tries the limits that the program has. */
const timeouts = process.env.REAL_PATIENCE ? TIMEOUTS : { ...TIMEOUTS, quiet: 300 };

let database: TestDatabase;
let proxy: SilentProxy;
let api: TestApi;
const input: { level: number; msg: string }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(database.url);
  api = await startApi({
    databaseUrl: proxy.url,
    env: { NETWORK_POLL_MS: '200' },
    overrides: {
      timeouts,
      clock: systemClock as ManualClock,
      log: pino({ level: 'warn' }, { write: (line: string) => void input.push(JSON.parse(line)) }),
    },
  });
});

afterAll(async () => {
  await api?.stop();
  await proxy?.stop();
  await database?.drop();
});

const distribute = (company: GivenCompany, key: string) =>
  api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 1, sum: 10 }] },
    key,
  });

/** Repeats the click, with the same key, until the answer is final. */
async function retryUntilAnswered(company: GivenCompany, key: string): Promise<string[]> {
  for (const messages: string[] = []; ;) {
    const { status, body } = await distribute(company, key);
    if (status === 200) return messages;
    expect(status).toBe(503);
    messages.push(body.message as string);
  }
}

test('a silent database is given up: movements and loops reconnect, none runs twice', async () => {
  const companies: GivenCompany[] = [];
  for (let count = 0; count < 8; count += 1)
    companies.push(await givenCompany(api, { unallocatedKopecks: 1000_00 }));
  const [first] = companies as [GivenCompany];
  const card = await givenCard(api, first.id, { balanceKopecks: 1000_00 });
  const movedTo = await givenCard(api, first.id);
  const sms = await givenCode(api, first.admin, 'transfer', movedTo.id);
  await Promise.all(companies.map((company) => retryUntilAnswered(company, 'before')));
  const ready = async () => (await api.get('/readyz')).status;
  await expect.poll(ready).toBe(200);

  // Some are on their way when it happens.
  const early = companies.map((company) => retryUntilAnswered(company, 'during'));
  await new Promise((resolve) => setImmediate(resolve));
  proxy.fallSilent();
  const since = performance.now();
  const seconds = (): number => Math.round((performance.now() - since) / 100) / 10;
  const late = companies.map((company) => retryUntilAnswered(company, 'after'));
  await Promise.all([...early, ...late]);
  const moneyAfter = seconds();

  // A loop reads the feed, and the queue carries the transfer out.
  const about = { card_number: card.number, goods_id: 301, litres: 10, unit_price: 50, address: 'Химки' };
  const fuel = () =>
    api.ctx.simulated?.fuel({ ...about, external_id: 'after the silence' }).catch(() => null);
  await expect.poll(fuel).toMatchObject({ outcome: 'sold' });
  const form = { sum: '10', sms, mode: '1' };
  await api.post(`/api/card/${movedTo.id}/transaction`, { token: first.admin.token, form, key: 'card' });
  const sums = async () => {
    const cards = [card, movedTo].map((item) =>
      api.get(`/api/card/${item.id}`, { token: first.admin.token }),
    );
    return (await Promise.all(cards)).map(({ body }) => body.data?.card_sum);
  };
  await expect.poll(sums).toEqual([500, 10]);
  const loopsAfter = seconds();
  // The connections that only listen are given up as well.
  await expect.poll(() => proxy.silent()).toBe(0);
  await expect.poll(ready).toBe(200);
  if (process.env.REAL_PATIENCE) {
    console.log({ moneyAfter, loopsAfter, allGivenUpAfter: seconds() });
    expect(moneyAfter).toBeLessThan(15);
    expect(loopsAfter).toBeLessThan(30);
  }

  const { count, sum } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number; sum: number }>`
        select count(*) as count, sum(amount_kopecks) as sum from ledger_transfer where subject_kind = 'distribution'`,
  );
  expect([count, sum]).toEqual([companies.length * 3, companies.length * 30_00]);
  await expectBooksToAgree(api);
  await expect
    .poll(() => input.filter(({ msg }) => msg.includes('the database')).map(({ level, msg }) => [level, msg]))
    .toEqual([
      [50, 'the database does not answer'],
      [40, 'the database answers again'],
    ]);
  expect(input.filter(({ level }) => level >= 50)).toHaveLength(1);
});

test('a statement that is still at work is waited for, however quiet it is', async () => {
  const { slept } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ slept: boolean }>`select pg_sleep(${(timeouts.quiet * 5) / 1000}) is not null as slept`,
  );
  expect(slept).toBe(true);
});
