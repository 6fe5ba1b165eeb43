import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { advanceDays, givenDebtor } from '../../../testing/givens/given-debtor.ts';
import { notifyPaymentsDue } from './notify-payments-due.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

test('a term of credit is notified three days before its end and on the last day', async () => {
  const debtor = await givenDebtor(api);
  const idle = await givenCompany(api, { creditKopecks: 100_00 });
  const count = async (companyId: number) => {
    const { total } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ total: number }>`
        select count(*)::int as total from notice_event where company_id = ${companyId} and kind = 'payment-due'`,
    );
    return total;
  };
  const counts: number[] = [];
  for (let day = 0; day < 7; day += 1) {
    await notifyPaymentsDue(api.ctx);
    counts.push(await count(debtor.id));
    advanceDays(api, 1);
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2]);
  expect(await count(idle.id)).toBe(0);
});
