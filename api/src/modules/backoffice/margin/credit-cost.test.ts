import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { newToken } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenIssuedOrder } from '../../../testing/givens/given-order.ts';
import { givenDebt } from '../../../testing/givens/given-debt.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { openProgrammeAccounts, requireAccounts } from '../../money/ledger/new-accounts.ts';
import { postTransfers } from '../../money/ledger/post-transfers.ts';
import { sealDays } from '../../money/ledger/seal-days.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const DAY_SECONDS = 86_400;

async function read(by: string, from = '2026-09-01', to = '2026-10-31') {
  const path = `/staff/api/margin?${new URLSearchParams({ by, from, to })}`;
  return (await api.get(path, { token: staff.token })).body;
}

/** Takes a fee from unallocated funds, as the price of a card is taken. */
async function takeFee(companyId: number, cardId: number, sum: number): Promise<void> {
  await api.ctx.db.inSystem(async (tx) => {
    await openProgrammeAccounts(tx, [companyId]);
    const [from = 0, to = 0] = await requireAccounts(tx, [
      { companyId, kind: 'unallocated' },
      { companyId, kind: 'programme' },
    ]);
    await lockMoney(tx, [companyId]);
    await postTransfers(tx, api.clock.now(), [
      [
        {
          requestId: `given:${newToken()}`,
          kind: 'card-fee' as never,
          companyId,
          fromAccountId: from,
          toAccountId: to,
          amount: kopecks(sum),
          subject: { kind: 'card', id: cardId },
        },
      ],
    ]);
  });
}

test('fees for cards are revenue, and each finished day of debt has its cost', async () => {
  const company = await givenCompany(api, { creditKopecks: 100_000_00 });
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  await takeFee(company.id, card.id, 36_500_00);
  expect((await read('client')).meta.totals).toMatchObject({ revenue: 36_500, credit_cost: 0 });
  api.clock.advanceSeconds(5 * DAY_SECONDS);
  // 36 500 rubles at 20 % are 20 rubles a day.
  const expected = { other_fees: 36_500, revenue: 36_500, cost: 0, credit_cost: 100, margin: 36_400 };
  expect((await read('client')).data).toEqual([
    expect.objectContaining({ ...expected, key: String(company.id), percent: 99.73 }),
  ]);
  expect((await read('network')).data).toEqual([
    expect.objectContaining({ key: String(PARTNER.gpn), other_fees: 36_500, credit_cost: 0 }),
    expect.objectContaining({ key: null, title: 'Не относится к сети', credit_cost: 100 }),
  ]);
  expect((await read('goods')).data).toEqual([expect.objectContaining({ ...expected, key: null })]);
  await sealDays(api.ctx);
  expect((await read('month')).data).toEqual([expect.objectContaining({ ...expected, key: '2026-09' })]);

  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 36_500_00);
  api.clock.advanceSeconds(5 * DAY_SECONDS);
  await givenDebt(api, { companyId: company.id, partnerId: PARTNER.gpn }, 3650_00);
  api.clock.advanceSeconds(2 * DAY_SECONDS);
  const unsealed = await read('network');
  expect(unsealed.data).toContainEqual(
    expect.objectContaining({ key: String(PARTNER.gpn), credit_cost: 4, margin: 36_496 }),
  );
  await sealDays(api.ctx);
  expect(await read('network')).toEqual(unsealed);
  for (const by of ['client', 'network', 'goods', 'month'])
    expect((await read(by)).meta.totals, by).toEqual(unsealed.meta.totals);
  expect((await read('month', '2026-09-17', '2026-09-18')).meta.totals).toMatchObject({
    revenue: 0,
    credit_cost: 40,
    margin: -40,
    percent: null,
  });
});

test('the price of a card is revenue of its network, also where nothing covered it', async () => {
  const findNetwork = async (): Promise<{ other_fees: number } | undefined> =>
    (await read('network')).data.find(({ key }: { key: string }) => key === String(PARTNER.gpn));
  const before = (await findNetwork())?.other_fees ?? 0;
  const company = await givenCompany(api);
  await givenIssuedOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 2 }]);
  const { price } = await getOnlyRow(
    api.ctx.db.system,
    sql<{
      price: number;
    }>`select sum(sum_kopecks)::int as price from service_charge where company_id = ${company.id}`,
  );
  expect(price).toBeGreaterThan(0);
  const { data } = await read('client');
  expect(data.find(({ key }: { key: string }) => key === String(company.id))).toMatchObject({
    other_fees: price / 100,
  });
  expect(((await findNetwork())?.other_fees ?? 0) - before).toBeCloseTo(price / 100, 5);
});
