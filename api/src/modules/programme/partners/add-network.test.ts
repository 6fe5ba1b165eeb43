import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { ALL_GOODS_ONLY, BLOCK_UNSUPPORTED, LIMIT_UNSUPPORTED } from '#contract/fuel/networks.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { order } from '../../../testing/givens/given-order.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ env: { NETWORK_ROAD_API_KEY: 'key of the road' } });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const NETWORK = {
  key: 'teboil',
  title: 'Тебойл',
  card_price: 10,
  adapter: 'simulated',
  colour: 'teal',
  brands: ['Тебойл'],
  goods: [301, 302, 402],
  limit_periods: ['P1D', 'P1M'],
};
let serial = 0;

/** A network that differs from all others in what no two may share. */
function otherNetwork(input: object = {}): typeof NETWORK {
  serial += 1;
  return { ...NETWORK, key: `road-${serial}`, title: `Дорога ${serial}`, brands: [], ...input };
}

const add = (json: object, { token } = staff) => api.post('/staff/api/partners', { token, json });

async function givenNetwork(input: object = {}): Promise<number> {
  const added = await add(otherNetwork(input));
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  const { id } = added.body.data;
  const on = await api.put(`/staff/api/partners/${id}`, { token: staff.token, json: { active: true } });
  expect(on.body.data.active).toBe(true);
  return id;
}

/** Waits while the network issues, which takes it seconds of its clock. */
async function issueCards(admin: GivenPerson, count: number) {
  const list = async () => {
    api.clock.advanceSeconds(10);
    await api.pollNetworks();
    return (await api.get('/api/card', { token: admin.token })).body.data.length;
  };
  await expect.poll(list).toBe(count);
  const { body } = await api.get('/api/card', { token: admin.token });
  return body.data as { id: number; card_number: string; partner: { id: number; title: string } }[];
}

async function issued(admin: GivenPerson, items: { partner: number; count: number }[]) {
  const made = await order(api, admin, { items });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const path = `/staff/api/requests/${made.body.data.id}/approve`;
  expect((await api.post(path, { token: staff.token })).status).toBe(200);
  return issueCards(
    admin,
    items.reduce((sum, { count }) => sum + count, 0),
  );
}

async function givenAddedCard(partner: number, admin: GivenPerson) {
  const [card] = await issued(admin, [{ partner, count: 1 }]);
  if (!card) throw new Error('no card');
  return card;
}

describe('a fifth network', () => {
  test('staff add a network switched off, and it is offered once switched on', async () => {
    const added = await add(NETWORK);
    expect(added.body.data).toEqual({
      id: 5,
      key: 'teboil',
      title: 'Тебойл',
      virtual: false,
      pump: 'portal',
      active: false,
      card_price: 10,
      colour: 'teal',
      brands: ['Тебойл'],
    });
    await api.put('/staff/api/partners/5', { token: staff.token, json: { active: true } });
    const { data } = (await api.get('/api/partner')).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5]);
    for (const first of data.slice(0, 4))
      expect(Object.keys(first)).toEqual(['id', 'key', 'title', 'active', 'card_price', 'virtual', 'pump']);
    const listed = await api.get('/staff/api/partners', { token: staff.token });
    expect(listed.body.data[4]).toMatchObject({
      connected: true,
      limits: ['P1D', 'P1M'],
      answers: { ok: true },
    });
    expect(listed.body.data[4].added).toMatchObject({
      adapter: 'simulated',
      goods: [301, 302, 402],
      missing: [],
    });
  });

  test('an added network is ordered with the four; its card is funded, limited and buys', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 50_000_00 });
    const { admin } = company;
    const { token } = admin;
    const cards = await issued(
      admin,
      [1, 2, 3, 4, 5].map((partner) => ({ partner, count: 1 })),
    );
    expect(cards.map(({ partner }) => partner.id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    const card = cards.find(({ partner }) => partner.id === 5) as (typeof cards)[number];
    expect(card.card_number).toMatch(/^97005\d{11}$/);
    expect(card).toMatchObject({
      partner: { title: 'Тебойл' },
      limit_periods: ['P1D', 'P1M'],
      network_cannot: {},
    });

    const goods = await api.post(`/api/card/${card.id}/setGoods`, { token, json: { cg_ids: [301, 402] } });
    expect(goods.status, JSON.stringify(goods.body)).toBe(200);
    const limit = { unit_count: 20_000, unit_type: 'sum', period: 'P1D', goodsGroups: [] };
    expect((await api.post(`/api/card/${card.id}/setLimit`, { token, json: limit })).status).toBe(200);
    const sms = await givenCode(api, admin, 'transfer', card.id);
    const form = { sum: '9000', sms, mode: '1' };
    expect((await api.post(`/api/card/${card.id}/transaction`, { token, form })).status).toBe(200);
    const accounts = [{ partner_id: 5, sum: 500 }];
    expect((await api.post(`/api/client/${company.id}/accounts`, { token, json: { accounts } })).status).toBe(
      200,
    );

    const bought = {
      card_number: card.card_number,
      goods_id: 301,
      litres: 50,
      unit_price: 60,
      address: 'М-4, 10-й км',
    };
    const sold = await api.post('/dev/fuel', { json: { ...bought, external_id: 'fifth-1' } });
    expect(sold.body.data).toMatchObject({ sold: true, sum: 3000 });
    const operations = await api.get('/api/operations?typeId=11', { token });
    expect(operations.body.data).toHaveLength(1);
    expect(operations.body.data[0]).toMatchObject({ sum: 3000, partner: { id: 5, title: 'Тебойл' } });
    const client = (await api.get(`/api/client/${company.id}`, { token })).body.data;
    const own = client.accounts.find((account: { partner_id: number }) => account.partner_id === 5);
    expect(own).toMatchObject({ name: 'Тебойл', sum: 500 });

    const month = api.clock.now().toISOString().slice(0, 7);
    await closeMonth(api, staff, month, OVERRIDE_ALL);
    const listDocuments = async () =>
      ((await api.get('/api/doc', { token })).body.data[month] ?? []) as {
        id: number;
        title: string;
        partner_id: number;
      }[];
    // The month's documents are listed one after the other.
    const registerId = async () => (await listDocuments()).find(({ title }) => /реестр/i.test(title))?.id;
    await expect.poll(registerId).toBeDefined();
    const pdf = await api.get(`/api/doc/${await registerId()}/download`, { token });
    expect(readPdfText(pdf.bytes)).toContain('Тебойл');
    await expectBooksToAgree(api);
  });

  test('a fifth network takes its brand’s stations from the cards of the others', async () => {
    const networks = (await api.get('/api/partner')).body.data;
    expect(networkOfBrand('Тебойл', networks)).toBe(5);
    expect(networkOfBrand('Тебойл', [])).toBe(PARTNER.other);
    expect(networkOfBrand('Газпромнефть', networks)).toBe(PARTNER.gpn);
  });

  test('a fifth network has a statement once it has an account', async () => {
    const id = await givenNetwork();
    const company = await givenCompany(api);
    const ask = (partner: number) =>
      api.get(`/api/client/statement?date_from=2026-09-01&date_to=2026-09-02&partner_id=${partner}`, {
        token: company.admin.token,
      });
    for (const partner of [id, 24]) expect((await ask(partner)).status).toBeLessThan(500);
    expect((await ask(25)).body.error_messages).toEqual({ partner_id: ['Неизвестная сеть'] });
  });
});

describe('operations that a network does not support', () => {
  test('what a network cannot do is shown on its cards, and refused alike', async () => {
    const id = await givenNetwork({ limit_periods: [], chooses_goods: false, blocks_cards: false });
    const { admin } = await givenCompany(api);
    const { token } = admin;
    const card = await givenAddedCard(id, admin);
    expect(card).toMatchObject({
      limit_periods: [],
      network_cannot: { limit: LIMIT_UNSUPPORTED, goods: ALL_GOODS_ONLY, block: BLOCK_UNSUPPORTED },
    });
    const path = `/api/card/${card.id}`;
    const some = await api.post(`${path}/setGoods`, { token, json: { cg_ids: [301] } });
    expect(some.body.error_messages).toEqual({ cg_ids: [ALL_GOODS_ONLY] });
    expect((await api.post(`${path}/setGoods`, { token, json: { cg_ids: [301, 302, 402] } })).status).toBe(
      200,
    );
    const limit = { unit_count: 1, unit_type: 'sum', period: 'P1D', goodsGroups: [] };
    const limited = await api.post(`${path}/setLimit`, { token, json: limit });
    expect([limited.status, limited.body.message]).toEqual([400, LIMIT_UNSUPPORTED]);
    const blocked = await api.post(`${path}/changeStatus`, { token });
    expect([blocked.status, blocked.body.message]).toEqual([400, BLOCK_UNSUPPORTED]);
    expect((await api.get(path, { token })).body.data.status.id).toBe(CARD_STATUS.active);
  });

  test('goods that a network does not sell are among what it cannot do', async () => {
    const id = await givenNetwork();
    const { admin } = await givenCompany(api);
    const card = await givenAddedCard(id, admin);
    const json = { cg_ids: [301, 501] };
    const answer = await api.post(`/api/card/${card.id}/setGoods`, { token: admin.token, json });
    expect(answer.body.error_messages).toEqual({ cg_ids: ['Эта сеть такого не продаёт'] });
  });

  test('nor has it money of a company that has no card of it yet', async () => {
    const id = await givenNetwork();
    const { id: company, admin } = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const json = { accounts: [{ partner_id: id, sum: 1 }] };
    const answer = await api.post(`/api/client/${company}/accounts`, { token: admin.token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.accounts?.[0]).toContain('вместе с её первыми картами');
  });
});

describe('a real network', () => {
  const real = { adapter: 'neutral', address: 'http://127.0.0.1:9/road', settings: 'NETWORK_ROAD' };

  test('a real network is added by two people, and its keys stay in the settings', async () => {
    const pending = await add(otherNetwork(real));
    expect(pending.status).toBe(202);
    const second = await givenPerson(api, { staffRole: 'owner' });
    const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
    const confirmed = await api.post(path, { token: second.token });
    expect(confirmed.body.data.outcome).toMatchObject({ active: false });
    const listed = await api.get('/staff/api/partners', { token: staff.token });
    const { id } = confirmed.body.data.outcome;
    const row = listed.body.data.find((item: { id: number }) => item.id === id);
    expect(row).toMatchObject({ connected: true, added: { settings: 'NETWORK_ROAD', missing: [] } });
    expect(JSON.stringify(listed.body)).not.toContain('key of the road');
    const again = await add(otherNetwork(real));
    expect(again.body.error_messages).toEqual({ settings: ['Эти настройки уже у другой сети'] });
  });

  test('a real network can’t be switched on without its keys, and staff read which', async () => {
    const pending = await add(otherNetwork({ ...real, settings: 'NETWORK_ABSENT' }));
    const second = await givenPerson(api, { staffRole: 'owner' });
    const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
    const { id } = (await api.post(path, { token: second.token })).body.data.outcome;
    const on = await api.put(`/staff/api/partners/${id}`, { token: staff.token, json: { active: true } });
    expect(on.status).toBe(400);
    const listed = await api.get('/staff/api/partners', { token: staff.token });
    const row = listed.body.data.find((item: { id: number }) => item.id === id);
    expect(row).toMatchObject({ connected: false, added: { missing: ['NETWORK_ABSENT_API_KEY'] } });
  });
});

describe('bad input', () => {
  test.each([
    ['a code in Russian', { key: 'дорога' }, 'key'],
    ['a code that is taken', { key: 'rn' }, 'key'],
    ['a name that is taken', { title: 'рн-карт' }, 'title'],
    ['no name', { title: ' ' }, 'title'],
    ['a colour of no palette', { colour: '#fff' }, 'colour'],
    ['goods that nobody sells', { goods: [999] }, 'goods'],
    ['no goods', { goods: [] }, 'goods'],
    ['a period that there is not', { limit_periods: ['P1Y'] }, 'limit_periods'],
    ['an adapter that there is not', { adapter: 'magic' }, 'adapter'],
    ['a price below zero', { card_price: -1 }, 'card_price'],
    ['an address that is a script', { adapter: 'neutral', address: 'javascript:1' }, 'address'],
    ['a password in the address', { adapter: 'neutral', address: 'https://me:it@road.ru' }, 'address'],
    ['no address of a neutral network', { adapter: 'neutral', settings: 'NETWORK_X' }, 'address'],
    ['no settings of a real network', { adapter: 'opti24' }, 'settings'],
    ['a setting that is no network’s', { adapter: 'opti24', settings: 'DATABASE_URL' }, 'settings'],
    ['the setting of the first network', { adapter: 'opti24', settings: 'NETWORK_1' }, 'settings'],
    [
      'more brands than there may be',
      { brands: Array.from({ length: 21 }, (_, at) => `Марка ${at}`) },
      'brands',
    ],
  ])('%s is refused in Russian', async (_what, input, field) => {
    const answer = await add(otherNetwork(input));
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    const [sentence] = Object.entries(answer.body.error_messages ?? {}).flatMap(([name, text]) =>
      name.startsWith(field) ? text : [],
    );
    expect(sentence).toMatch(/[а-я]/);
  });

  test('the first four cannot be changed as an added one, and what there is not is 404', async () => {
    const { key: _key, adapter: _adapter, card_price: _price, ...json } = otherNetwork();
    for (const id of [PARTNER.rn, 24]) {
      const answer = await api.put(`/staff/api/partners/${id}/network`, { token: staff.token, json });
      expect(answer.status).toBe(404);
    }
  });

  test('a network that there is not is refused where the programme asks for one', async () => {
    const { token } = staff;
    const works = { message: 'Работы', start: '2026-12-01', end: '2026-12-02', partner: 24 };
    expect((await api.put('/staff/api/maintenance', { token, json: works })).status).toBe(400);
    const tariff = { change: 'discount', rate: 2, first_day: '2027-10-01', partner_id: 24 };
    const refused = await api.post('/staff/api/tariffs', { token, json: tariff });
    expect(refused.body.error_messages).toEqual({ partner_id: ['Такой сети нет'] });
  });
});

test('only those who run the programme add or change a network', async () => {
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const { admin } = await givenCompany(api);
  expect((await add(otherNetwork(), auditor)).status).toBe(403);
  expect((await add(otherNetwork(), admin)).status).toBe(404);
});

test('a change of a network counts at once, and its cards keep its name', async () => {
  const id = await givenNetwork();
  const { admin } = await givenCompany(api);
  const card = await givenAddedCard(id, admin);
  const {
    key: _key,
    adapter: _adapter,
    card_price: _price,
    ...json
  } = otherNetwork({ title: 'Новая дорога' });
  const changed = await api.put(`/staff/api/partners/${id}/network`, {
    token: staff.token,
    json: { ...json, colour: 'rose', limit_periods: ['P1M'] },
  });
  expect(changed.body.data).toMatchObject({ id, title: 'Новая дорога', colour: 'rose' });
  const read = await api.get(`/api/card/${card.id}`, { token: admin.token });
  expect(read.body.data).toMatchObject({ partner: { id, title: 'Новая дорога' }, limit_periods: ['P1M'] });
});
