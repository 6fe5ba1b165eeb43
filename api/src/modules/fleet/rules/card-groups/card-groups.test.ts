import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../../db/database.ts';
import { readXlsx } from '../../../../testing/read-xlsx.ts';
import { sendWhileLocked } from '../../../../testing/send-while-locked.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

function newCard(): Promise<GivenCard> {
  return givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
}

async function newGroup(title: string, costCentre?: string, { token } = company.admin): Promise<number> {
  const json = { title, ...(costCentre && { cost_centre: costCentre }) };
  return (await api.post('/api/card-groups', { token, json })).body.data.id;
}

function put(cards: readonly { id: number }[], group: number | null, { token } = company.admin) {
  const json = { ids: cards.map(({ id }) => id), group_id: group };
  return api.post('/api/card-groups/cards', { token, json });
}

async function readGroup(card: GivenCard) {
  return (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data.group;
}

async function listed(id: number) {
  const { body } = await api.get('/api/card-groups', { token: company.admin.token });
  return body.data.find((group: { id: number }) => group.id === id);
}

async function buy(card: GivenCard, id: string) {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres: 10,
    unit_price: 60,
    address: 'М-4',
    external_id: id,
  };
  expect((await api.post('/dev/fuel', { json })).body.data.sold).toBe(true);
}

function allocations(card: GivenCard) {
  return rows(
    api.ctx.db.system,
    sql<{ type: number; group: number; cost_centre: string }>`
      select operation.type_id as type, allocated.group_id as "group", allocated.cost_centre
      from operation_allocation allocated join operation on operation.id = allocated.operation_id
      where operation.card_id = ${card.id} order by operation.id`,
  );
}

test('many cards are put into a group by one call, listed by it and taken out again', async () => {
  const cards = [await newCard(), await newCard(), await newCard()];
  const group = await newGroup('Склад', '26-01');
  const [first, second, third] = cards as [GivenCard, GivenCard, GivenCard];
  expect((await put([first, second, first], group)).body.data).toEqual({ changed: 2 });
  expect((await put([first, third], group)).body.data).toEqual({ changed: 1 });
  expect(await listed(group)).toEqual({
    id: group,
    title: 'Склад',
    cost_centre: '26-01',
    cards: 3,
    vehicles: 0,
  });
  const query = await api.get(`/api/card?group_id=${group}`, { token: company.admin.token });
  expect(query.body.data.map(({ id }: { id: number }) => id)).toEqual(cards.map(({ id }) => id));
  expect(query.body.data[0]).toMatchObject({ group_id: group, group: { id: group, title: 'Склад' } });
  expect((await put([third], null)).body.data).toEqual({ changed: 1 });
  expect(await readGroup(third)).toBeNull();
});

test('changes of groups wait for another change of the company’s fleet', async () => {
  const [card, group] = [await newCard(), await newGroup('По очереди')];
  const { token } = company.admin;
  const lock = sql`select pg_advisory_xact_lock(hashtext('fleet-of-company'), hashtext(${String(company.id)}))`;
  for (const send of [
    () => api.post('/api/card-groups', { token, json: { title: 'Следующая' } }),
    () => api.put(`/api/card-groups/${group}`, { token, json: { title: 'Другое имя' } }),
    () => put([card], group),
  ])
    expect((await sendWhileLocked(api, lock, send)).status).toBe(200);
});

test('a card is in the group of its truck until it is put into another', async () => {
  const card = await newCard();
  const [trucks, own] = [await newGroup('Дальние'), await newGroup('Аренда')];
  const { token } = company.admin;
  await api.post('/api/vehicles', {
    token,
    json: { plate: 'А001АА77', group_id: trucks, card_ids: [card.id] },
  });
  expect(await readGroup(card)).toEqual({ id: trucks, title: 'Дальние' });
  await put([card], own);
  expect(await readGroup(card)).toEqual({ id: own, title: 'Аренда' });
  expect([(await listed(trucks)).cards, (await listed(own)).cards]).toEqual([0, 1]);
  await put([card], null);
  expect(await readGroup(card)).toEqual({ id: trucks, title: 'Дальние' });
});

test('rules of a group hold for the cards that were put into it', async () => {
  const card = await newCard();
  const group = await newGroup('Такси');
  const { token } = company.admin;
  await api.put(`/api/rules/groups/${group}`, {
    token,
    json: { rules: [{ kind: 'litres_day', value: 30 }] },
  });
  await put([card], group);
  const { body } = await api.get(`/api/card/${card.id}/rules`, { token });
  expect(body.data).toMatchObject({
    sentence: 'До 30 л в сутки',
    layers: { group: { id: group, title: 'Такси' } },
  });
});

test('a removed group leaves its cards in none, its purchases with their cost centre', async () => {
  const card = await newCard();
  const group = await newGroup('Временная', 'Ц-7');
  await put([card], group);
  await buy(card, 'removed-group');
  const { token } = company.admin;
  expect((await api.delete(`/api/card-groups/${group}`, { token })).status).toBe(200);
  expect(await readGroup(card)).toBeNull();
  expect(await allocations(card)).toEqual([{ type: 11, group, cost_centre: 'Ц-7' }]);
});

test('a purchase is charged to the group of its moment, its refund to the same', async () => {
  const card = await newCard();
  const [before, after] = [await newGroup('Январь', 'Я'), await newGroup('Февраль', 'Ф')];
  await put([card], before);
  await buy(card, 'moved-1');
  await put([card], after);
  await buy(card, 'moved-2');
  await api.ctx.simulated?.refund('moved-1');
  await api.pollNetworks();
  expect(await allocations(card)).toEqual([
    { type: 11, group: before, cost_centre: 'Я' },
    { type: 11, group: after, cost_centre: 'Ф' },
    { type: 10, group: before, cost_centre: 'Я' },
  ]);
});

test('operations name the group that they are charged to, and are filtered by it', async () => {
  const [card, other] = [await newCard(), await newCard()];
  const group = await newGroup('Перевозки', 'П-1');
  await put([card], group);
  await buy(card, 'charged-1');
  await buy(other, 'charged-2');
  const { token } = company.admin;
  const { body } = await api.get(`/api/operations?groupId=${group}`, { token });
  expect(body.data).toMatchObject([
    { number: 'charged-1', group: { id: group, title: 'Перевозки', cost_centre: 'П-1' } },
  ]);
  expect(body.meta.totals).toEqual({ sum: 600, litres: 10 });
  const all = await api.get(`/api/operations?cardId=${other.id}`, { token });
  expect(all.body.data[0].group).toBeNull();
});

test('another company’s card or group is not found, and nothing changes', async () => {
  const other = await givenCompany(api);
  const strange = await givenCard(api, other.id);
  const theirs = await newGroup('Чужая', undefined, other.admin);
  const card = await newCard();
  const group = await newGroup('Своя');
  expect((await put([card, strange], group)).status).toBe(404);
  expect((await put([card], theirs)).status).toBe(404);
  expect(await readGroup(card)).toBeNull();
  const { token } = company.admin;
  expect((await api.put(`/api/card-groups/${theirs}`, { token, json: { title: 'Моя' } })).status).toBe(404);
  expect((await api.delete(`/api/card-groups/${theirs}`, { token })).status).toBe(404);
});

test('bad input is refused with a sentence, and a specialist changes nothing', async () => {
  const group = await newGroup('Отдел');
  const { token } = company.admin;
  const again = await api.post('/api/card-groups', { token, json: { title: 'отдел' } });
  expect([again.status, again.body.message]).toEqual([409, 'Группа с таким названием уже есть']);
  for (const json of [{ ids: [], group_id: group }, { ids: ['x'], group_id: group }, { ids: [1] }])
    expect((await api.post('/api/card-groups/cards', { token, json })).status).toBe(400);
  const long = { title: 'Имя', cost_centre: 'ц'.repeat(41) };
  expect((await api.post('/api/card-groups', { token, json: long })).status).toBe(400);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await put([await newCard()], group, specialist)).status).toBe(403);
});

test('a dispatcher says what a purchase was for, and every file of operations has it', async () => {
  const card = await newCard();
  const group = await newGroup('Рейсовые', 'Р-1');
  await put([card], group);
  await buy(card, 'assigned-1');
  const { token } = company.admin;
  const read = async () => (await api.get(`/api/operations?cardId=${card.id}`, { token })).body.data;
  const [bought] = await read();
  expect(bought).toMatchObject({ cost_centre: 'Р-1', trip_number: '' });
  const path = `/api/operations/${bought.id}/assignment`;
  const json = { cost_centre: '26-01', trip_number: '118/М' };
  expect((await api.put(path, { token, json })).body.data).toEqual(json);
  await api.ctx.simulated?.refund('assigned-1');
  await api.pollNetworks();
  // A refund goes by its purchase.
  expect(await read()).toMatchObject([json, json]);
  const query = `card_id=${card.id}`;
  const csv = (await api.get(`/api/operations/getReport?${query}`, { token })).bytes.toString('utf8');
  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';').slice(-2)),
  ).toEqual([
    ['26-01', '118/М'],
    ['26-01', '118/М'],
  ]);
  for (const file of [`report.xlsx?${query}`, `uat.xlsx?cardId=${card.id}`]) {
    const rowsOfFile = readXlsx((await api.get(`/api/operations/${file}`, { token })).bytes);
    expect(rowsOfFile.slice(1).map((cells) => cells.slice(-2))).toEqual([
      ['26-01', '118/М'],
      ['26-01', '118/М'],
    ]);
  }
  // Without a code of its own the purchase has that of its group again.
  await api.put(path, { token, json: { cost_centre: '', trip_number: '' } });
  expect((await read())[0]).toMatchObject({ cost_centre: 'Р-1', trip_number: '' });
  const { body } = await api.get('/api/audit?action=assignPurchase', { token });
  expect(body.data).toHaveLength(2);
  expect(JSON.stringify(body.data[1])).toContain('118/М');
});

test('an assignment is refused without the right, of another company, and of no code', async () => {
  const card = await newCard();
  await buy(card, 'assigned-2');
  const { token } = company.admin;
  const [bought] = (await api.get(`/api/operations?cardId=${card.id}`, { token })).body.data;
  const path = `/api/operations/${bought.id}/assignment`;
  const json = { cost_centre: '1', trip_number: '2' };
  const other = await givenCompany(api);
  expect((await api.put(path, { token: other.admin.token, json })).status).toBe(404);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.put(path, { token: specialist.token, json })).status).toBe(403);
  for (const [trip, sentence] of [
    ['=1+1', 'Начните с буквы или цифры. Можно буквы, цифры, пробел и знаки . , / - _ № # ( )'],
    ['№', 'Начните с буквы или цифры. Можно буквы, цифры, пробел и знаки . , / - _ № # ( )'],
    ['1'.repeat(41), 'Не больше 40 символов'],
  ]) {
    const refused = await api.put(path, { token, json: { ...json, trip_number: trip } });
    expect([refused.status, refused.body.error_messages?.trip_number]).toEqual([400, [sentence]]);
  }
  expect((await api.put('/api/operations/999999/assignment', { token, json })).status).toBe(404);
});
