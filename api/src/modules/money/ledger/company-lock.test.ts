import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenDebt, purchaseOnDebt } from '../../../testing/givens/given-debt.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { listAccounts } from './account.ts';
import { requireAccounts } from './new-accounts.ts';
import { writePosting, planTransfers } from './plan-transfers.ts';

/**
 * Every movement of a company's money takes its lock, and nothing is written over what was not read (docs/money.md).
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
  body.data?.accounts.find((account) => account.partner_id === partnerId)?.sum;

test('a debt made by a sale while a distribution waits is paid by that distribution', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
  // The company's accounts are cached from then on, so one statement reads everything.
  expect((await distribute(company, 10)).status).toBe(200);
  await sellOnCredit(company, 20_00);
  let distributed;
  await sellOnCredit(company, 30_00, async () => {
    distributed = distribute(company, 100);
    await waitUntilWaiting(api);
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

test('a sale by the previous version, which locks rows, fits beside a distribution', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
  await sellOnCredit(company, 20_00);
  let distributed;
  await api.ctx.db.inSystem(async (tx) => {
    const [debt = 0, network = 0] = await requireAccounts(tx, [
      { companyId: company.id, kind: 'debt', partnerId },
      { companyId: company.id, kind: 'network', partnerId },
    ]);
    await sql`select from ledger_account where id = ${debt} for no key update`.execute(tx);
    distributed = distribute(company, 100);
    await waitUntilWaiting(api);
    const plan = planTransfers(await listAccounts(tx, [debt, network]));
    plan.add([purchaseOnDebt(company.id, { debt, network }, 30_00)]);
    await writePosting(tx, api.clock.now(), plan);
  });
  const { status, body } = await (distributed as unknown as ReturnType<typeof distribute>);
  expect([status, sumAtNetwork(body)]).toEqual([200, 50]);
  await expectBooksToAgree(api);
});
