import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const FILL = new URL('../../../db/migrations/997-first-memberships.sql', import.meta.url);

/** Runs a statement as the owner of the schema, who migrates it. */
async function runAsOwner(text: string, values: unknown[] = []): Promise<void> {
  const owner = new pg.Client({ connectionString: api.databaseUrl });
  await owner.connect();
  await owner.query(text, values);
  await owner.end();
}

const fill = async (): Promise<void> => runAsOwner(await readFile(FILL, 'utf8'));

/** Removes the memberships of people, as they lacked them before the version. */
const forgetMemberships = (ids: readonly number[]): Promise<void> =>
  runAsOwner('delete from membership where user_id = any($1::bigint[])', [ids]);

function listRoles(userId: number) {
  return rows(
    api.ctx.db.system,
    sql<{ companyId: number; role: string; via: string; ended: boolean }>`
      select company_id as "companyId", role, via, ended_at is not null as ended
      from membership where user_id = ${userId} order by id`,
  );
}

test('the migration gives each person of a company one membership with the role', async () => {
  const company = await givenCompany(api);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const dismissed = await givenPerson(api, { companyId: company.id, role: 'none' });
  const newcomer = await givenPerson(api);
  await forgetMemberships([company.admin.id, specialist.id, dismissed.id]);
  await fill();
  await fill();
  const own = { companyId: company.id, via: 'employee', ended: false };
  expect(await listRoles(company.admin.id)).toEqual([{ ...own, role: 'admin' }]);
  expect(await listRoles(specialist.id)).toEqual([{ ...own, role: 'specialist' }]);
  expect(await listRoles(dismissed.id)).toEqual([{ ...own, role: 'none' }]);
  expect(await listRoles(newcomer.id)).toEqual([]);
  const { body } = await api.get('/api/companies', { token: specialist.token });
  expect(body.data).toMatchObject([{ id: company.id, role_id: 10, current: true }]);
});

test('what an older program writes stands in the memberships at once', async () => {
  const [before, after] = [await givenCompany(api), await givenCompany(api)];
  const person = await givenPerson(api, { companyId: before.id, role: 'specialist' });
  const { system } = api.ctx.db;
  await sql`update app_user set role = 'manager' where id = ${person.id}`.execute(system);
  expect(await listRoles(person.id)).toEqual([
    { companyId: before.id, role: 'manager', via: 'employee', ended: false },
  ]);
  await sql`update app_user set company_id = ${after.id}, role = 'admin' where id = ${person.id}`.execute(
    system,
  );
  const moved = [
    { companyId: before.id, role: 'manager', via: 'employee', ended: true },
    { companyId: after.id, role: 'admin', via: 'employee', ended: false },
  ];
  expect(await listRoles(person.id)).toEqual(moved);
  // The fill of a second process comes after the writes of the first.
  await fill();
  expect(await listRoles(person.id)).toEqual(moved);
});
