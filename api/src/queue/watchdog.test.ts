import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TIMEOUTS } from '../db/timeouts.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { expectBooksToAgree } from '../testing/expect-books-to-agree.ts';
import { PARTNER_IDS } from '#contract/ids.ts';
import { SHARED_LANES } from './lanes.ts';
import { givenCompany, type GivenCompany } from '../testing/givens/factories.ts';

let api: TestApi;
let holder: pg.Client;
let owner: pg.Client;
const errors: { msg: string; turn?: string }[] = [];

beforeAll(async () => {
  api = await startApi({
    overrides: {
      timeouts: { ...TIMEOUTS, batch: 500, signOfLife: 50 },
      log: pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) }),
    },
  });
  holder = new pg.Client(api.databaseUrl);
  owner = new pg.Client(api.databaseUrl);
  await Promise.all([holder.connect(), owner.connect()]);
});

afterAll(async () => {
  await holder?.end();
  await owner?.end();
  await api?.stop();
});

const distribute = (company: GivenCompany) =>
  api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 1, sum: 10 }] },
    key: 'k',
  });

const runners = async () => (await owner.query('select id from job_runner')).rowCount;

test('a batch that hangs fails in time and is logged, then its process is alive again', async () => {
  const companies = [
    await givenCompany(api, { unallocatedKopecks: 100_00 }),
    await givenCompany(api, { unallocatedKopecks: 100_00 }),
  ];
  const turned = vi.spyOn(api.ctx.watchdog, 'begin');
  const signsTried = () => turned.mock.calls.filter(([name]) => name === 'loop sign of life').length;
  // Only a batch reads this table. Everything else that the call needs goes on.
  await holder.query('begin; lock table maintenance in access exclusive mode');
  for (const company of companies) {
    const { status, body } = await distribute(company);
    expect([status, body.message]).toEqual([
      503,
      'Не удалось узнать, исполнен ли запрос. Повторите его: дважды он исполнен не будет',
    ]);
  }
  const { status, body } = await api.get('/readyz');
  expect([status, body.data]).toEqual([
    503,
    { ready: false, cause: 'batch', seconds: expect.any(Number) as number },
  ]);
  expect((await api.get('/healthz')).status).toBe(200);
  // On a busy machine the database is slow to answer as well, which is logged too.
  const late = errors.flatMap(({ msg, turn }) => (msg === 'a turn does not end' ? [turn] : []));
  expect(new Set(late)).toEqual(new Set(['batch']));

  await owner.query('delete from job_runner');
  const tried = signsTried();
  await expect.poll(signsTried).toBeGreaterThan(tried + 3);
  expect(await runners()).toBe(0);

  await holder.query('rollback');
  await expect.poll(async () => (await api.get('/readyz')).status).toBe(200);
  await expect.poll(runners).toBe(PARTNER_IDS.length + SHARED_LANES.length);
  for (const company of companies) {
    await expect.poll(async () => (await distribute(company)).status).toBe(200);
    const { body: client } = await api.get(`/api/client/${company.id}`, { token: company.admin.token });
    expect(client.data.notDistSum).toBe(90);
  }
  await expectBooksToAgree(api);
});
