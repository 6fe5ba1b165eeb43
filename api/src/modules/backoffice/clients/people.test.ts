import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDebtor } from '../../../testing/givens/given-debtor.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const get = (path: string, token = staff.token) => api.get(`/staff/api/${path}`, { token });
const find = async (q: string) => (await get(`people?q=${encodeURIComponent(q)}`)).body.data;

type Listed = { company_id: number };

/** Makes a person an employee of a further company, as its invitation does. */
async function takeIn(company: GivenCompany, person: GivenPerson, roleId = 9): Promise<void> {
  const json = { phone: person.phone, firstname: 'Семён', lastname: 'Ёлкин', role_id: roleId };
  const { id } = (await api.post('/api/users', { token: company.admin.token, json })).body.data;
  expect((await api.post(`/api/invitations/${id}/accept`, { token: person.token })).status).toBe(200);
}

test('a search by phone or name finds a person of two companies once', async () => {
  const [home, further] = [await givenCompany(api), await givenCompany(api)];
  const { phone, id } = home.admin;
  await takeIn(further, home.admin);
  for (const q of [phone, `8${phone.slice(1)}`, `+7 (${phone.slice(1, 4)}) ${phone.slice(4)}`]) {
    const found = await find(q);
    expect(found, q).toMatchObject([{ id, phone, companies: 2 }]);
    expect(found[0].company).toContain(home.inn);
  }
  const named = (await find('дорож анн')).filter((person: { id: number }) => person.id === id);
  expect(named).toHaveLength(1);
  expect(await find('Анна Селиванова')).toEqual([]);
  expect(await find('791')).toEqual([]);
  expect(await find('%')).toEqual([]);
});

test('a person’s page lists the companies of the present and of the past', async () => {
  const [home, further, past] = [await givenCompany(api), await givenCompany(api), await givenCompany(api)];
  const person = home.admin;
  await takeIn(past, person, 9);
  await takeIn(further, person, 10);
  await api.post('/api/users/detachRoles', { token: past.admin.token, json: { id: person.id } });
  const { data } = (await get(`people/${person.id}`)).body;
  expect(data).toMatchObject({ id: person.id, phone: person.phone, erased: false });
  const byId = data.companies.toSorted((a: Listed, b: Listed) => a.company_id - b.company_id);
  expect(byId).toMatchObject([
    { company_id: home.id, role: 'admin', active: true, ended_at: null, client: true },
    { company_id: further.id, role: 'specialist', via: 'employee', active: true },
    { company_id: past.id, role: 'none', active: false },
  ]);
  expect((await get('people/999999')).status).toBe(404);
  expect((await get(`people/${staff.id}`)).status).toBe(404);
});

test('a person who acts by a delegation is listed with the firm', async () => {
  const [company, firm] = [await givenCompany(api), await givenCompany(api, { inn: '7707083893' })];
  const json = { inn: firm.inn, role_id: 9 };
  const made = await api.post('/api/delegations', { token: company.admin.token, json });
  expect(made.status).toBe(200);
  const { id } = made.body.data;
  expect((await api.post(`/api/delegations/${id}/accept`, { token: firm.admin.token })).status).toBe(200);
  const people = { token: firm.admin.token, json: { user_id: firm.admin.id } };
  expect((await api.post(`/api/delegations/${id}/people`, people)).status).toBe(200);
  const { companies } = (await get(`people/${firm.admin.id}`)).body.data;
  const delegated = companies.find((item: Listed) => item.company_id === company.id);
  expect(delegated).toMatchObject({
    company_id: company.id,
    via: 'delegation',
    role: 'manager',
    active: true,
  });
  expect(delegated.firm).toContain(firm.inn);
  const related = (await get(`clients/${company.id}/related`)).body.data;
  expect(related).toMatchObject({ owner: null, companies: [] });
});

test('clients with the same people or the same owner are shown with their exposure', async () => {
  const [first, second] = [await givenDebtor(api), await givenDebtor(api, { used: 100 })];
  const third = await givenCompany(api);
  expect((await get(`clients/${first.id}/related`)).body.data.companies).toEqual([]);
  const group = { kind: 'owner', title: 'Холдинг', clients: [first.id, second.id] };
  await api.post('/staff/api/client-groups', { token: staff.token, json: group });
  await takeIn(third, first.admin);
  expect((await get(`clients/${first.id}/related`)).body.data).toMatchObject({
    owner: { title: 'Холдинг', by: 'group' },
    limit: 2000,
    debt: 500,
    companies: [
      { id: first.id, debt: 400, limit: 1000 },
      { id: second.id, debt: 100, same_owner: true, people: [] },
      { id: third.id, debt: 0, same_owner: false, people: [{ id: first.admin.id }] },
    ],
  });
  // The owner's other company is not the third one's.
  const { companies } = (await get(`clients/${third.id}/related`)).body.data;
  expect(companies.map(({ id }: { id: number }) => id)).toEqual([third.id, first.id]);
  expect((await get('clients/999999/related')).status).toBe(404);
  expect((await get(`clients/${first.id}/related`, first.admin.token)).status).toBe(404);
});
