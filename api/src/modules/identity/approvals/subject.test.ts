import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let author: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  author = await givenStaff(api);
});
afterAll(() => api.stop());

async function propose(path: string, json: object): Promise<number> {
  const held = await api.post(`/staff/api/${path}`, { token: author.token, json });
  expect(held.status, JSON.stringify(held.body)).toBe(202);
  return held.body.data.approval.id;
}
async function findProposal(id: number) {
  const { body } = await api.get('/staff/api/approvals?state=waiting', { token: author.token });
  return body.data.find((item: { id: number }) => item.id === id);
}

test('what is still to be made is named by its fields, and what there is by its path', async () => {
  const client = await givenCompany(api);
  const rate = { change: 'discount', rate: 1, first_day: '2026-12-02' };
  const tariff = await propose('tariffs', { company_id: client.id, partner_id: 1, ...rate });
  const treasurer = await propose('members', {
    phone: '+7 911 555-00-77',
    firstname: 'Пётр',
    role: 'treasurer',
  });
  const block = await propose(`clients/0${client.id}/block`, { reason: 'Не платит' });
  const abouts = [];
  for (const id of [tariff, treasurer, block]) abouts.push((await findProposal(id)).about);
  expect(abouts).toEqual([
    { kind: 'tariff', id: null, key: { company_id: client.id, partner_id: 1, goods: null } },
    { kind: 'member', id: null, key: { phone: '79115550077' } },
    { kind: 'client', id: client.id, key: { id: client.id } },
  ]);
});

test('a network is proposed once, in whatever case and spaces it is named', async () => {
  const network = {
    adapter: 'opti24',
    settings: 'NETWORK_X',
    card_price: 0,
    colour: 'teal',
    goods: [301],
    limit_periods: ['P1D'],
  };
  const title = 'Северная сеть';
  const id = await propose('partners', { ...network, key: 'northern', title });
  expect((await findProposal(id)).about).toEqual({
    kind: 'network',
    id: null,
    key: { title: 'северная сеть' },
  });
  for (const other of ['СЕВЕРНАЯ СЕТЬ', ' северная  сеть ', 'Север\u00adная сеть']) {
    const json = { ...network, key: 'other', title: other };
    const again = await api.post('/staff/api/partners', { token: author.token, json });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('Новая сеть')]);
  }
});
