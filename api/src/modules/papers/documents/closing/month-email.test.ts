import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../../../testing/emails.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

test('a closed month is notified once, to companies that got documents for it', async () => {
  const company = await givenCompany(api);
  const idle = await givenCompany(api);
  const [address, idleAddress] = [
    await givenAddress(api, company.admin, { confirmed: true }),
    await givenAddress(api, idle.admin, { confirmed: true }),
  ];
  await sql`update company set client_since = '2026-01-01'`.execute(api.ctx.db.system);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100_00);
  for (let time = 0; time < 2; time += 1)
    expect((await closeMonth(api, staff, '2026-09', OVERRIDE_ALL)).status).toBe(200);
  const subjects = async (to: string) => (await listEmailsTo(api, to)).map(({ subject }) => subject);
  expect(await subjects(address)).toEqual(['Документы за сентябрь 2026 года готовы', 'Подтвердите почту']);
  expect(await subjects(idleAddress)).toHaveLength(1);
  const [email] = await listEmailsTo(api, address);
  expect(email?.plain).toContain('/cabinet/documents?year=2026');
});
