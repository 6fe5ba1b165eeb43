import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts';
import { givenCompany, type GivenCompany } from '../../testing/factories.ts';
import { givenDebt } from '../../testing/given-debt.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { insertAccounts } from '../ledger/ledger-store.ts';

/**
 * What a company owes to a network has no lock of its own: whoever writes it holds the company's account for that network
 * (docs/money.md).
 */
let api: TestApi;
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.stop();
});

const partnerId = PARTNER.gpn;

const sellOnCredit = ({ id }: GivenCompany, sumKopecks: number, whileLocked?: () => Promise<void>) =>
  givenDebt(api, { companyId: id, partnerId }, sumKopecks, whileLocked);

const distribute = (company: GivenCompany, rubles: number) =>
  api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: partnerId, sum: rubles }] },
  });

const sumAtNetwork = (body: { data?: { accounts: { partner_id: number; sum: number }[] } }) =>
  body.data?.accounts.find((one) => one.partner_id === partnerId)?.sum;

test('a debt that a sale makes while a distribution waits for its account is left unpaid, or paid as it was before', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
  // Its accounts are known from then on, so all is asked for at once.
  expect((await distribute(company, 10)).status).toBe(200);
  await sellOnCredit(company, 20_00);
  let distributed;
  await sellOnCredit(company, 30_00, async () => {
    distributed = distribute(company, 100);
    await untilWaiting(api);
  });
  const { status, body } = await (distributed as unknown as ReturnType<typeof distribute>);
  expect([status, sumAtNetwork(body)]).toEqual([200, 60]);
  const { rows } = await owner.query(
    `select kind, balance_kopecks::int as sum from ledger_account
     where company_id = $1 and partner_id = $2 and kind in ('partner', 'debt') order by kind`,
    [company.id, partnerId],
  );
  expect(rows).toEqual([
    { kind: 'debt', sum: 0 },
    { kind: 'partner', sum: 60_00 },
  ]);
  await expectBooksToAgree(api);
});

test('a sale and a distribution that pays a debt wait for each other in a ring, where the debt was opened first', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
  await owner.query(
    `delete from ledger_account where company_id = $1 and partner_id = $2 and kind = 'partner'`,
    [company.id, partnerId],
  );
  await insertAccounts(api.ctx.db.system, [
    { companyId: company.id, kind: 'partner', partnerId, floor: kopecks(0) },
  ]);
  await sellOnCredit(company, 20_00);
  await owner.query('update company set threshold_kopecks = 1 where id = $1', [company.id]);

  await owner.query('begin');
  await owner.query('select from company where id = $1 for update', [company.id]);
  const distributed = distribute(company, 100);
  await untilWaiting(api);
  const sold = sellOnCredit(company, 30_00);
  await untilWaiting(api, 2);
  await owner.query('commit');

  const [{ status }] = await Promise.all([distributed, sold]);
  expect(status).toBe(200);
  const { rows } = await owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  await expectBooksToAgree(api);
});
