import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenSession,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { openStream } from '../../../testing/open-stream.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const enter = (by: GivenPerson, companyId: number): Promise<ApiResponse> =>
  api.post(`/api/companies/${companyId}/enter`, { token: by.token });

async function takeIn(company: GivenCompany, person: GivenPerson, roleId: number): Promise<ApiResponse> {
  const json = { phone: person.phone, firstname: 'Олег', lastname: '', role_id: roleId };
  const { id } = (await api.post('/api/users', { token: company.admin.token, json })).body.data;
  return api.post(`/api/invitations/${id}/accept`, { token: person.token });
}

const removeRole = (company: GivenCompany, person: GivenPerson): Promise<ApiResponse> =>
  api.post('/api/users/detachRoles', { token: company.admin.token, json: { id: person.id } });

async function readCards(person: GivenPerson): Promise<number[]> {
  const { body } = await api.get('/api/card', { token: person.token });
  return body.data.map(({ id }: { id: number }) => id);
}

async function blockCard(person: GivenPerson, id: number): Promise<number> {
  return (await api.post(`/api/card/${id}/changeStatus`, { token: person.token })).status;
}

async function readProfile(person: GivenPerson) {
  const { body } = await api.get('/api/users/profile', { token: person.token });
  return {
    company: body.data.company?.id ?? null,
    companies: body.data.companies,
    rights: body.permissions.length,
  };
}

/** An admin of one company who is a specialist of another, each with a card. */
async function givenTwoCompanies() {
  const [home, further] = [await givenCompany(api), await givenCompany(api)];
  const homeCard = await givenCard(api, home.id);
  const furtherCard = await givenCard(api, further.id);
  expect((await takeIn(further, home.admin, 10)).status).toBe(200);
  return { home, further, person: home.admin, homeCard, furtherCard };
}

/** Counts what the second of two equal reads sends to the database: the first one may fill what is remembered. */
async function countStatements(path: string, { token }: GivenPerson): Promise<number> {
  expect((await api.get(path, { token })).status).toBe(200);
  const sent = (['query', 'execute'] as const).map((kind) => vi.spyOn(pg.Connection.prototype, kind));
  try {
    await api.get(path, { token });
    return sent.reduce((count, { mock }) => count + mock.calls.length, 0);
  } finally {
    for (const spy of sent) spy.mockRestore();
  }
}

describe('a person of two companies', () => {
  it('a session enters a company with the role there, and other sessions stay', async () => {
    const { home, further, person, homeCard, furtherCard } = await givenTwoCompanies();
    const other = { ...person, token: await givenSession(api, person.id) };
    expect(await readProfile(person)).toEqual({ company: home.id, companies: 2, rights: 3 });
    expect((await enter(person, further.id)).body.data).toMatchObject({ id: further.id });
    expect(await readProfile(person)).toEqual({ company: further.id, companies: 2, rights: 1 });
    expect(await readCards(person)).toEqual([furtherCard.id]);
    expect((await api.get(`/api/card/${homeCard.id}`, { token: person.token })).status).toBe(404);
    expect(await blockCard(person, furtherCard.id)).toBe(403);
    expect(await readProfile(other)).toMatchObject({ company: home.id, rights: 3 });
    expect(await readCards(other)).toEqual([homeCard.id]);
    await enter(person, home.id);
    expect(await readCards(person)).toEqual([homeCard.id]);
  });

  it('the list has each company once with the role there, and the overview its money', async () => {
    const { home, further, person } = await givenTwoCompanies();
    const { body } = await api.get('/api/companies', { token: person.token });
    expect(body.data).toMatchObject([
      { id: home.id, inn: home.inn, role_id: 8, current: true, via: 'employee', until: null },
      { id: further.id, inn: further.inn, role_id: 10, current: false, waiting: 0 },
    ]);
    const overview = await api.get('/api/companies/overview', { token: person.token });
    expect(overview.body.data).toMatchObject([
      { id: home.id, own: 0, unallocated: 0, debt: 0 },
      { id: further.id, own: 0, waiting: [] },
    ]);
  });

  it('the fuel of all companies is added up, and a company that was left is not in it', async () => {
    const { home, further, person, homeCard, furtherCard } = await givenTwoCompanies();
    const at = '2026-08-10T09:00:00Z';
    const json = { plate: 'Р140ТТ790', fuel: 'diesel', card_ids: [homeCard.id] };
    const { body: truck } = await api.post('/api/vehicles', { token: person.token, json });
    await sql`update card_on_vehicle set since = '2026-08-01' where vehicle_id = ${truck.data.id}`.execute(
      api.ctx.db.system,
    );
    for (const [km, on] of [
      [1000, '2026-08-05T09:00:00Z'],
      [1040, '2026-08-20T09:00:00Z'],
    ] as const)
      await sql`
        insert into vehicle_odometer (company_id, vehicle_id, at, km)
        values (${home.id}, ${truck.data.id}, ${on}, ${km})`.execute(api.ctx.db.system);
    await givenSales(api, homeCard, [{ sum: 650_00, litres: 10, at }]);
    await givenSales(api, furtherCard, [
      { sum: 1300_00, litres: 20, at },
      { sum: 100_00, litres: 2, at: '2026-07-10T09:00:00Z' },
    ]);
    const query = 'dateFrom=2026-08-01&dateTo=2026-08-31';
    const read = () => api.get(`/api/companies/spending?${query}`, { token: person.token });
    const { body } = await read();
    expect(body.data).toMatchObject([
      { id: further.id, sum: 1300, litres: 20, previous_sum: 100, difference: 1200 },
      { id: home.id, sum: 650, litres: 10, average_price: 65, km: 40, litres_100km: 25 },
    ]);
    expect(body.meta.totals).toMatchObject({ count: 2, sum: 1950, litres: 30, cards: 2, previous_sum: 100 });
    const file = await api.get(`/api/companies/spending.csv?${query}`, { token: person.token });
    expect(file.bytes.toString('utf8').trim().split('\n').at(-1)).toMatch(/^Итого;;2;30,00;65,00;1950,00;/);
    // As the report of each company says, also of the road of its trucks.
    for (const company of [home, further]) {
      await enter(person, company.id);
      const own = await api.get(`/api/operations/summary?by=vehicle&${query}`, { token: person.token });
      const {
        id: _id,
        inn: _inn,
        title: _title,
        ...shown
      } = body.data.find((row: { id: number }) => row.id === company.id);
      expect(shown).toEqual(own.body.meta.totals);
    }
    await removeRole(further, person);
    expect((await read()).body.data).toMatchObject([{ id: home.id }]);
    for (const wrong of [
      '',
      'dateFrom=2026-08-31&dateTo=2026-08-01',
      'dateFrom=2024-01-01&dateTo=2026-01-01',
    ])
      expect((await api.get(`/api/companies/spending?${wrong}`, { token: person.token })).status).toBe(400);
  });

  it('a read costs no more statements than for a person of one company', async () => {
    const { further, person } = await givenTwoCompanies();
    const alone = await givenPerson(api, { companyId: further.id, role: 'specialist' });
    await enter(person, further.id);
    const paths = ['/api/card', '/api/users/profile', '/api/operations', '/api/overview', '/api/doc'];
    for (const path of paths) {
      const counts = [];
      for (const by of [alone, person]) counts.push(await countStatements(path, by));
      expect(counts[0]).toBeGreaterThan(1);
      expect([path, counts[1]]).toEqual([path, counts[0]]);
    }
    // Who the caller is, and for which company, is one statement however many companies there are.
    expect(await countStatements('/api/invitations', alone)).toBeLessThanOrEqual(4);
  });

  it('many companies cost no more statements than two, and rights of now count', async () => {
    const { person } = await givenTwoCompanies();
    const path = '/api/companies/spending?dateFrom=2026-08-01&dateTo=2026-08-31';
    const ofTwo = await countStatements(path, person);
    for (let more = 0; more < 3; more += 1) {
      const company = await givenCompany(api);
      const card = await givenCard(api, company.id);
      await givenSales(api, card, [{ sum: 100_00, litres: 1, at: '2026-08-10T09:00:00Z' }]);
      await takeIn(company, person, 9);
    }
    expect(await countStatements(path, person)).toBe(ofTwo);
    const read = async () => (await api.get(path, { token: person.token })).body;
    expect((await read()).meta.totals).toMatchObject({ sum: 300, cards: 3 });
  });

  it('a company without a role for the caller is not found', async () => {
    const { person } = await givenTwoCompanies();
    const stranger = await givenCompany(api);
    for (const id of [stranger.id, 999_999]) expect((await enter(person, id)).status).toBe(404);
    expect((await api.post(`/api/companies/${stranger.id}/enter`)).status).toBe(401);
  });

  it('a removed role ends the acting session at once and nothing else', async () => {
    const { home, further, person, homeCard } = await givenTwoCompanies();
    await enter(person, further.id);
    expect((await removeRole(further, person)).status).toBe(200);
    expect(await readProfile(person)).toEqual({ company: null, companies: 1, rights: 0 });
    expect((await api.get('/api/card', { token: person.token })).status).toBe(403);
    expect((await enter(person, further.id)).status).toBe(404);
    expect((await enter(person, home.id)).status).toBe(200);
    expect(await readCards(person)).toEqual([homeCard.id]);
  });

  it('leaving one company leaves the role in the other, which becomes the home', async () => {
    const { further, person, furtherCard } = await givenTwoCompanies();
    const home = { id: person.companyId as number };
    await givenPerson(api, { companyId: home.id, role: 'admin' });
    expect((await api.post('/api/users/leave', { token: person.token })).status).toBe(200);
    expect(await readProfile(person)).toEqual({ company: further.id, companies: 1, rights: 1 });
    expect(await readCards(person)).toEqual([furtherCard.id]);
    expect((await enter(person, home.id)).status).toBe(404);
  });

  it('each tab acts for the company that it names, whichever the session has entered', async () => {
    const { home, further, person, homeCard, furtherCard } = await givenTwoCompanies();
    const inTab = (id: number | string) => ({ token: person.token, headers: { 'x-company-id': String(id) } });
    await enter(person, further.id);
    for (const [company, card, rights] of [
      [home, homeCard, 3],
      [further, furtherCard, 1],
    ] as const) {
      const list = await api.get('/api/card', inTab(company.id));
      expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([card.id]);
      const profile = (await api.get('/api/users/profile', inTab(company.id))).body;
      expect([profile.data.company.id, profile.permissions.length]).toEqual([company.id, rights]);
      const { data } = (await api.get('/api/companies', inTab(company.id))).body;
      expect(data.filter(({ current }: { current: boolean }) => current)).toMatchObject([{ id: company.id }]);
    }
    expect((await api.get(`/api/card/${homeCard.id}`, inTab(further.id))).status).toBe(404);
    const block = (company: GivenCompany, card: { id: number }) =>
      api.post(`/api/card/${card.id}/changeStatus`, inTab(company.id));
    expect((await block(further, furtherCard)).status).toBe(403);
    expect((await block(further, homeCard)).status).not.toBe(200);
    expect((await block(home, homeCard)).status).toBe(200);
    // A call that names none goes by the session.
    expect(await readCards(person)).toEqual([furtherCard.id]);
  });

  it('a tab without a role in the company that it names reads and writes nothing', async () => {
    const { home, further, person, homeCard, furtherCard } = await givenTwoCompanies();
    const stranger = await givenCompany(api);
    const inTab = (id: number | string) => ({ token: person.token, headers: { 'x-company-id': String(id) } });
    await removeRole(further, person);
    for (const named of [further.id, stranger.id, 999_999_999, '1e3', 'x', `${home.id} or 1=1`]) {
      const refused = await api.get('/api/card', inTab(named));
      expect(refused).toMatchObject({ status: 409, body: { reason: 'company' } });
      for (const card of [homeCard, furtherCard])
        expect((await api.post(`/api/card/${card.id}/changeStatus`, inTab(named))).status).toBe(409);
    }
    expect((await api.get('/api/users/profile', inTab(further.id))).body).toMatchObject({
      data: { company: null, companies: 1 },
      permissions: [],
    });
    const json = { path: '/api/operations/getReport?date_from=2026-09-01&date_to=2026-09-15&xls=1' };
    expect((await api.post('/api/downloads/ticket', { ...inTab(further.id), json })).status).toBe(409);
    expect(await readCards(person)).toEqual([homeCard.id]);
  });

  it('a file and a stream of a tab outlast the switch of another tab', async () => {
    const { home, further, person, homeCard } = await givenTwoCompanies();
    await givenSales(api, homeCard, [{ sum: 650_00, litres: 10, at: '2026-08-10T09:00:00Z' }]);
    const path = '/api/operations/getReport?date_from=2026-08-01&date_to=2026-08-31&xls=1';
    const headers = { 'x-company-id': String(home.id) };
    const ask = { token: person.token, headers, json: { path } };
    const { ticket } = (await api.post('/api/downloads/ticket', ask)).body.data;
    const inTab = await openStream(api, person.token, headers);
    const bySession = await openStream(api, person.token);
    for (const stream of [inTab, bySession]) expect(await stream.next()).toBe('open []');
    await enter(person, further.id);
    expect(await bySession.next()).toBe('ended []');
    const { status } = await api.get(`${path}&xAuthToken=${ticket}`);
    expect(status).toBe(200);
    await sql`insert into driver (company_id, name, surname, created_at)
      values (${further.id}, 'Пётр', 'Чужой', now())`.execute(api.ctx.db.system);
    await sql`insert into driver (company_id, name, surname, created_at)
      values (${home.id}, 'Иван', 'Свой', now())`.execute(api.ctx.db.system);
    await inTab.until('drivers');
    inTab.leave();
  });

  it('further colleagues stand in the list of their company alone', async () => {
    const { home, further, person } = await givenTwoCompanies();
    const listIds = async (token: string) =>
      (await api.get('/api/users', { token })).body.data.map(({ id }: { id: number }) => id);
    expect(await listIds(further.admin.token)).toContain(person.id);
    expect(await listIds(person.token)).toEqual([person.id]);
    expect(home.id).toBe(person.companyId);
  });

  it('the history of roles stays, with when each ended', async () => {
    const { further, person } = await givenTwoCompanies();
    await enter(person, further.id);
    await api.post('/api/users/leave', { token: person.token });
    const history = await rows(
      api.ctx.db.system,
      sql<{ company_id: number; ended: boolean }>`
        select company_id, ended_at is not null as ended from membership where user_id = ${person.id} order by id`,
    );
    expect(history).toEqual([
      { company_id: person.companyId, ended: false },
      { company_id: further.id, ended: true },
    ]);
  });
});

it('a person sees what is granted at that moment, after any grants and switches', async () => {
  const companies = [await givenCompany(api), await givenCompany(api), await givenCompany(api)];
  const cards = await Promise.all(companies.map((company) => givenCard(api, company.id)));
  const step = fc.record({
    what: fc.constantFrom('grant', 'remove', 'enter'),
    at: fc.nat(2),
    role: fc.constantFrom(9, 10),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const person = await givenPerson(api);
      const granted = new Map<number, number>();
      let acting: number | null = null;
      for (const { what, at, role } of steps) {
        const company = companies[at] as GivenCompany;
        if (what === 'grant' && !granted.has(at)) {
          expect((await takeIn(company, person, role)).status).toBe(200);
          granted.set(at, role);
        }
        if (what === 'remove' && granted.delete(at))
          expect((await removeRole(company, person)).status).toBe(200);
        if (what === 'enter') {
          const { status } = await enter(person, company.id);
          expect(status).toBe(granted.has(at) ? 200 : 404);
          if (status === 200) acting = at;
        }
        const profile = await readProfile(person);
        expect(profile.companies).toBe(granted.size);
        if (acting !== null) {
          const seen = await api.get('/api/card', { token: person.token });
          expect(seen.status).toBe(granted.has(acting) ? 200 : 403);
          if (seen.status === 200)
            expect(seen.body.data.map(({ id }: { id: number }) => id)).toEqual([cards[acting]?.id]);
        }
      }
    }),
    { numRuns: 25 },
  );
});
