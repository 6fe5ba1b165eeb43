import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildServer } from '../../server.ts';
import { enqueueJob } from '../../queue/enqueue-job.ts';
import { insertUnmatchedSales } from '../../modules/fuel/sales/feeds.ts';
import { storeUnreadable } from '../../modules/fuel/sales/unreadable-sales.ts';
import { pollNetwork } from '../../modules/fuel/feeds/poll-network.ts';
import { reconcile } from '../../modules/backoffice/reconciliation/reconcile.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCard, givenCode, givenCompany, givenPerson } from '../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../testing/emails.ts';
import { serveMetrics } from './serve-metrics.ts';

let api: TestApi;
let owner: pg.Client;
let smsFails = false;
/** Figures are cached for some seconds of the real clock. */
let passed = 0;

beforeAll(async () => {
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + passed);
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '1' } });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  const { sms } = api.ctx;
  api.ctx.sms = {
    provider: 'exolve',
    send: (message) =>
      smsFails
        ? Promise.resolve({ accepted: false, kind: 'balance', message: 'exolve 402' })
        : sms.send(message),
  };
});
beforeEach(() => {
  passed += 60_000;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await owner.end();
  await api.stop();
});

async function figures(): Promise<Record<string, number>> {
  const { bytes } = await api.get('/metrics');
  const lines = bytes.toString('utf8').split('\n');
  return Object.fromEntries(
    lines.filter((line) => line.startsWith('magistral_')).map((line) => line.split(' ') as [string, string]),
  ) as unknown as Record<string, number>;
}

describe('the figures of the money', () => {
  test('a movement is in transit from its order on, and unclear after ten minutes', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id, { partnerId: 2 });
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const form = { sum: '10', sms, mode: '1' };
    await api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form });
    api.clock.advanceSeconds(60);
    expect(await figures()).toMatchObject({
      magistral_scrape_ok: '1',
      'magistral_movements_in_transit{network="2"}': '1',
      'magistral_movements_oldest_seconds{network="2"}': '60',
      'magistral_movements_unclear{network="2"}': '0',
      'magistral_movements_in_transit{network="1"}': '0',
    });
    api.clock.advanceSeconds(600);
    passed += 60_000;
    expect(await figures()).toMatchObject({ 'magistral_movements_unclear{network="2"}': '1' });
  });

  test('a feed’s age counts from its last reading; an unread one is past any limit', async () => {
    await pollNetwork(api.ctx, 3);
    api.clock.advanceSeconds(90);
    expect(await figures()).toMatchObject({
      'magistral_feed_age_seconds{network="3"}': '90',
      'magistral_feed_age_seconds{network="4"}': '+Inf',
    });
  });

  test('jobs are counted by task: those due, the oldest one’s age, and failed ones', async () => {
    for (const key of ['one', 'two'])
      await enqueueJob(api.ctx.db.system, 'watch-balance', { companyId: 1 }, { key });
    await owner.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where key = 'one'`,
    );
    await owner.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'two'`);
    const found = await figures();
    expect(found).toMatchObject({
      'magistral_queue_ready_jobs{lane="messages",task="watch-balance"}': '1',
      'magistral_queue_failed_jobs{lane="messages",task="watch-balance"}': '1',
    });
    expect(
      Number(found['magistral_queue_oldest_ready_seconds{lane="messages",task="watch-balance"}']),
    ).toBeGreaterThanOrEqual(3600);
  });

  test('unbooked sales are counted by reason, payments in review by direction', async () => {
    const now = api.clock.now();
    for (const [externalId, reason] of [
      ['a', 'unknown card'],
      ['b', 'too much'],
    ] as const)
      await insertUnmatchedSales(api.ctx.db.system, {
        partnerId: 1,
        events: [{ externalId } as never],
        reason,
        now,
      });
    await storeUnreadable(api.ctx, 1, [{ key: 'c', text: '{}', problem: 'no litres' }]);
    expect(await figures()).toMatchObject({
      'magistral_orphans{reason="unknown_card"}': '1',
      'magistral_orphans{reason="refused"}': '1',
      'magistral_orphans{reason="illegible"}': '1',
      'magistral_payments_in_review{direction="in"}': '0',
    });
  });

  test('waiting emails are reported with their age, those of the last day by outcome', async () => {
    const person = await givenPerson(api);
    const address = await givenAddress(api, person, { confirmed: false });
    await listEmailsTo(api, address);
    await api.post('/api/users/mail', { token: person.token, json: { email: 'nobody@refused.example' } });
    await listEmailsTo(api, address);
    await api.post('/api/users/mail', { token: person.token, json: { email: 'later@refused.example' } });
    api.clock.advanceSeconds(60);
    expect(await figures()).toMatchObject({
      magistral_letters_waiting: '1',
      magistral_letters_oldest_seconds: '60',
      'magistral_letters_last_day{state="sent"}': '1',
      'magistral_letters_last_day{state="refused"}': '1',
    });
  });

  test('reconciliation reports when it was last clean and the last run’s differences', async () => {
    await owner.query(`insert into reconciliation_run (asked_by, day, started_at, finished_at, transfers, cards, networks, differences)
      values ('by-hand', '2026-09-14', '2026-09-14T00:00:00Z', '2026-09-14T00:00:10Z', 0, 0, '{}', 0),
        ('by-hand', '2026-09-15', '2026-09-15T00:00:00Z', '2026-09-15T00:00:10Z', 0, 0, '{}', 3)`);
    expect(await figures()).toMatchObject({
      magistral_last_clean_reconciliation_timestamp_seconds: String(
        Date.parse('2026-09-14T00:00:10Z') / 1000,
      ),
      magistral_last_reconciliation_differences: '3',
    });
    await expect(reconcile(api.ctx, 'by-hand')).resolves.toBeDefined();
  });

  test('the parts of the ledger are counted, and so are rows that lie in none of them', async () => {
    expect(await figures()).toMatchObject({
      magistral_ledger_parts: '1',
      magistral_ledger_rows_outside_parts: '0',
      magistral_ledger_part_late_seconds: '0',
    });
    const month = `${api.clock.now().getUTCFullYear()}-01-01`;
    await owner.query(`insert into ledger_part (month, first_id, made_at) values ($1, 9e12, now())`, [month]);
    await owner.query(`insert into ledger_entry values (1, 8e15, 1, 1, 0, 1)`);
    passed += 60_000;
    const found = await figures();
    expect(found).toMatchObject({ magistral_ledger_parts: '1', magistral_ledger_rows_outside_parts: '1' });
    expect(Number(found.magistral_ledger_part_late_seconds)).toBeGreaterThan(86_400);
    await owner.query('delete from ledger_part');
    await owner.query('alter table ledger_entry_stray disable trigger user; truncate ledger_entry_stray');
  });

  test('a message that the provider refuses is counted by its reason', async () => {
    const company = await givenCompany(api);
    smsFails = true;
    const answer = await api.get('/api/sms?purpose=order', { token: company.admin.token });
    smsFails = false;
    expect(answer.status).toBe(503);
    expect(await figures()).toMatchObject({
      'magistral_sms_refused_total{provider="exolve",kind="balance"}': '1',
    });
  });

  test('each pool reports its connections', async () => {
    await sql`select 1`.execute(api.ctx.db.system);
    const found = await figures();
    expect(Number(found['magistral_db_pool_connections{pool="system",state="idle"}'])).toBeGreaterThan(0);
    expect(found['magistral_db_pool_waiting{pool="posting"}']).toBe('0');
  });

  test('a database that does not answer leaves its figures out without an error', async () => {
    await owner.query('alter function queue_load() rename to queue_load_away');
    const { status, bytes } = await api.get('/metrics');
    await owner.query('alter function queue_load_away() rename to queue_load');
    const text = bytes.toString('utf8');
    expect([status, /magistral_scrape_ok 0/.test(text), text.includes('magistral_orphans')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(text).toContain('magistral_db_pool_waiting');
    expect(await figures()).toMatchObject({ magistral_scrape_ok: '1' });
  });

  test('a table that is locked keeps a scrape no longer than its time', async () => {
    await owner.query('begin; lock table network_orphan in access exclusive mode');
    const found = await figures();
    await owner.query('rollback');
    expect(found).toMatchObject({ magistral_scrape_ok: '0' });
  });
});

describe('access to business metrics', () => {
  /** The same portal with another configuration. */
  async function statusWith(metrics: object, authorization?: string): Promise<number> {
    const ctx = { ...api.ctx, config: { ...api.ctx.config, metrics: { ...CLOSED, ...metrics } } };
    const server = await buildServer(ctx);
    const headers = authorization ? { authorization } : {};
    const { statusCode } = await server.inject({ method: 'GET', url: '/metrics', headers });
    await server.close();
    return statusCode;
  }
  const CLOSED = { port: null, host: '127.0.0.1', token: null, onMainPort: false };
  const token = 'long-enough-secret';

  test('metrics are absent in production without a token or a separate port', async () => {
    expect(await statusWith({})).toBe(404);
  });

  test('metrics with a token are only for callers that have it', async () => {
    const guarded = { token, onMainPort: true };
    expect(await statusWith(guarded)).toBe(401);
    expect(await statusWith(guarded, `Bearer ${token}x`)).toBe(401);
    expect(await statusWith(guarded, `Bearer ${token}`)).toBe(200);
  });

  test('the metrics port serves metrics and nothing else', async () => {
    const ctx = { ...api.ctx, config: { ...api.ctx.config, metrics: { ...CLOSED, port: 0 } } };
    const own = await serveMetrics(ctx);
    const get = (url: string) => fetch(`http://127.0.0.1:${own?.port}${url}`);
    const response = await get('/metrics');
    expect([response.status, (await response.text()).includes('magistral_scrape_ok 1')]).toEqual([200, true]);
    expect((await get('/api/operator')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(404);
    await own?.stop();
  });
});
