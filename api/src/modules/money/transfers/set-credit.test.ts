import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

function set(companyId: number, json: Record<string, unknown>) {
  return api.put(`/staff/api/clients/${companyId}/credit`, { token: staff.token, json });
}

async function readCredit(companyId: number, person = staff) {
  return (await api.get(`/staff/api/clients/${companyId}/credit`, { token: person.token })).body.data;
}

test('each change of credit is stored with used sum, user, time; a repeat adds nothing', async () => {
  const company = await givenCompany(api);
  expect(await readCredit(company.id)).toMatchObject({ creditSum: 0, used: 0, changes: 0, history: [] });
  await set(company.id, { creditSum: 1000, creditDaysForPayment: 5 });
  await set(company.id, { creditSum: '1000,00' });
  const used = { accounts: [{ partner_id: PARTNER.gpn, sum: 600 }] };
  const moved = await api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: used,
  });
  expect(moved.status).toBe(200);
  await set(company.id, { creditSum: 250, creditDaysWithoutPayment: 2 });
  const known = await readCredit(company.id);
  expect(known).toMatchObject({
    creditSum: 250,
    used: 600,
    left: 0,
    creditDaysForPayment: 5,
    creditDaysWithoutPayment: 2,
    indebted_since: '2026-09-15',
    late_since: null,
    changes: 2,
    changed_by: 'Сотрудник программы',
  });
  expect(known.history).toMatchObject([
    { before: { creditSum: 1000 }, after: { creditSum: 250, creditDaysWithoutPayment: 2 }, used: 600 },
    {
      before: { creditSum: 0, creditDaysForPayment: 0 },
      after: { creditSum: 1000, creditDaysForPayment: 5 },
      used: 0,
    },
  ]);
  const audited = await rows<{ before: object; after: object }>(
    api.ctx.db.system,
    sql`select before, after from audit_event where what = 'credit-changed' and company_id = ${company.id} order by id`,
  );
  expect(audited).toMatchObject([
    { after: { credit: 1000_00 } },
    { before: { credit: 1000_00 }, after: { credit: 250_00 } },
  ]);
  api.clock.advanceSeconds(6 * 86_400);
  expect(await readCredit(company.id)).toMatchObject({ late_since: '2026-09-21' });
  const listed = (await api.get('/staff/api/credits', { token: staff.token })).body.data;
  expect(listed[0]).toMatchObject({ id: company.id, used: 600, late_since: '2026-09-21' });
});

test('a client that never had credit is not listed; an auditor only reads the list', async () => {
  const company = await givenCompany(api);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const { token } = auditor;
  const listed = (await api.get('/staff/api/credits', { token })).body.data;
  expect(listed.map((item: { id: number }) => item.id)).not.toContain(company.id);
  expect(await readCredit(company.id, auditor)).toMatchObject({ id: company.id });
  const put = await api.put(`/staff/api/clients/${company.id}/credit`, { token, json: { creditSum: 1 } });
  expect(put.status).toBe(403);
  expect((await api.get('/staff/api/clients/999999999/credit', { token })).status).toBe(404);
  expect((await api.get('/staff/api/credits', { token: company.admin.token })).status).toBe(404);
});

test('the history of credits only grows', async () => {
  const company = await givenCompany(api);
  await set(company.id, { creditSum: 5 });
  for (const change of [sql`delete from credit_change`, sql`update credit_change set used_kopecks = 1`])
    await expect(change.execute(api.ctx.db.system)).rejects.toThrow();
});
