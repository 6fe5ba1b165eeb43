import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';

const OGRN = '1025501701686';
const OGRNIP = '304500116000157';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

/** Creates an old company, which has no ОГРН here, with the act of a finished month. */
async function givenAct(inn: string) {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const company = await givenCompany(api, { inn });
  await sql`update company set ogrn = null, kpp = ${inn.length === 12 ? null : '504701001'}, title = 'ИП Громов Пётр Ильич'
    where id = ${company.id}`.execute(api.ctx.db.system);
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  await givenSales(api, card, [{ sum: 500_00, at: '2026-09-10T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  const { data } = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body;
  const act = data['2026-09'].find(({ kind }: { kind: string }) => kind === 'reconciliation');
  return { company, act, xml: () => api.get(`/api/doc/${act.id}/xml`, { token: company.admin.token }) };
}

const fill = (company: GivenCompany, ogrn: string, token = staff.token) =>
  api.post(`/staff/api/clients/${company.id}/ogrn`, { token, json: { ogrn } });

test('an act without ОГРН says so to client and staff, and is made once staff add it', async () => {
  const { company, act, xml } = await givenAct('5047123998');
  const refused = await xml();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('нужен ОГРН компании'),
  ]);
  const cases = await api.get('/staff/api/unsettled?kind=xml', { token: staff.token });
  expect(JSON.stringify(cases.body)).toContain('У клиента не указан ОГРН или ОГРНИП');
  expect((await fill(company, OGRN)).body.data).toEqual({ ogrn: OGRN, made: 1 });
  const made = await xml();
  expect(readAttributes(fromWindows1251(made.bytes), 'ОГРН')).toContain(OGRN);
  expect(act.id).toBeGreaterThan(0);
  const { after } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ after: object }>`
      select after from audit_event where what = 'ogrn-filled' and company_id = ${company.id}`,
  );
  expect(after).toEqual({ ogrn: OGRN });
});

test('a sole trader stands in СвИП under his ОГРНИП', async () => {
  const { company, xml } = await givenAct('500100732259');
  expect((await xml()).body.message).toContain('нужен ОГРНИП компании');
  expect((await fill(company, OGRNIP)).body.data.made).toBe(1);
  const text = fromWindows1251((await xml()).bytes);
  expect(readAttributes(text, 'ОГРНИП')).toEqual([OGRNIP]);
  expect(text).toContain('<СвИП');
});

test('a wrong digit, a number of the other kind and a second number are refused', async () => {
  const { company } = await givenAct('5047123999');
  for (const wrong of ['1025501701687', OGRNIP, 'ОГРН'])
    expect((await fill(company, wrong)).body.error_messages).toHaveProperty('ogrn');
  expect((await fill(company, OGRN)).status).toBe(200);
  expect((await fill(company, OGRN)).status).toBe(409);
  expect((await fill(company, OGRN, company.admin.token)).status).toBe(404);
});
