import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FILE_MIME } from '#contract/list-files.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { listenToStatements } from '../../../db/listen-to-statements.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { listCards } from '../../cards/cards/card-store.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  ({ token } = company.admin);
});

async function truck(plate: string, more: object = {}): Promise<number> {
  const { body } = await api.post('/api/vehicles', { token, json: { plate, brand: 'КАМАЗ 5490', ...more } });
  return body.data.id;
}

function put(cardId: number, vehicleId: number | null, who = token) {
  return api.put(`/api/card/${cardId}/vehicle`, { token: who, json: { vehicle_id: vehicleId } });
}

test('a card moves between trucks, and its trucks are listed with their times', async () => {
  api.clock.setTo('2026-09-10T12:00:00+03:00');
  const card = await givenCard(api, company.id);
  const [one, two] = [await truck('А001АА77'), await truck('В002ВВ77')];
  await put(card.id, one);
  api.clock.setTo('2026-09-11T12:00:00+03:00');
  await put(card.id, two);
  api.clock.setTo('2026-09-12T12:00:00+03:00');
  const { body } = await put(card.id, null);
  expect(body.data).toEqual([
    {
      vehicle: { id: two, plate: 'В002ВВ77', brand: 'КАМАЗ 5490', removed: false },
      since: '2026-09-11T09:00:00.000Z',
      until: '2026-09-12T09:00:00.000Z',
    },
    {
      vehicle: { id: one, plate: 'А001АА77', brand: 'КАМАЗ 5490', removed: false },
      since: null,
      until: '2026-09-11T09:00:00.000Z',
    },
  ]);
  expect((await api.get(`/api/card/${card.id}/vehicles`, { token })).body).toEqual(body);
});

test('a card that is on a truck stays on it when it is put there again', async () => {
  const card = await givenCard(api, company.id);
  const id = await truck('А001АА77');
  await put(card.id, id);
  expect((await put(card.id, id)).body.data).toMatchObject([{ since: null, until: null }]);
});

test('another company’s truck, a removed one and a full one are refused in Russian', async () => {
  const other = await givenCompany(api);
  const strange = await api.post('/api/vehicles', { token: other.admin.token, json: { plate: 'К003КК77' } });
  const card = await givenCard(api, company.id);
  const gone = await truck('М004ММ77');
  await api.delete(`/api/vehicles/${gone}`, { token });
  for (const id of [strange.body.data.id, gone, 9_007_199_254_740_991]) {
    const { status, body } = await put(card.id, id);
    expect(status).toBe(400);
    expect(body.error_messages?.vehicle_id?.[0]).toBe('Машина не найдена');
  }
  const ids = [];
  for (let at = 0; at < 20; at += 1) ids.push((await givenCard(api, company.id)).id);
  const full = await truck('Н005НН77', { card_ids: ids });
  expect((await put(card.id, full)).body.error_messages?.vehicle_id?.[0]).toBe('На машине уже 20 карт');
  expect((await put(card.id, strange.body.data.id, other.admin.token)).status).toBe(404);
});

test('a specialist sees a card’s trucks and changes none', async () => {
  const card = await givenCard(api, company.id);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await put(card.id, null, specialist.token)).status).toBe(403);
  expect((await api.get(`/api/card/${card.id}/vehicles`, { token: specialist.token })).status).toBe(200);
});

test('a card names its truck, is found by plate and brand, and files have both', async () => {
  const card = await givenCard(api, company.id);
  await givenCard(api, company.id);
  const group = await api.post('/api/vehicle-groups', { token, json: { title: 'Север' } });
  const id = await truck('А001АА77', { card_ids: [card.id], group_id: group.body.data.id });
  const searchCards = async (query: string) =>
    (await api.get(`/api/card?${query}`, { token })).body.data.map((item: { id: number }) => item.id);
  expect((await api.get(`/api/card/${card.id}`, { token })).body.data.vehicle).toEqual({
    id,
    plate: 'А001АА77',
    brand: 'КАМАЗ 5490',
    group_title: 'Север',
  });
  for (const input of ['a 001 aa', 'камаз', '5490', 'А001'])
    expect(await searchCards(`search=${encodeURIComponent(input)}`), input).toEqual([card.id]);
  expect(await searchCards(`search=${encodeURIComponent('%')}`)).toEqual([]);
  expect(await searchCards(`vehicle_id=${id}`)).toEqual([card.id]);
  const rows = readXlsx(
    (await api.get(`/api/card?vehicle_id=${id}`, { token, headers: { accept: FILE_MIME.xlsx } })).bytes,
  );
  const place = rows[0]?.indexOf('Машина') ?? -1;
  expect(rows[1]?.slice(place, place + 3)).toEqual(['А001АА77', 'КАМАЗ 5490', 'Север']);
});

test('a Belarusian plate is stored with its hyphen and found in either alphabet', async () => {
  const card = await givenCard(api, company.id);
  const { body } = await api.post('/api/vehicles', {
    token,
    json: { plate: 'ав 1234-7', brand: 'МАЗ', card_ids: [card.id] },
  });
  expect(body.data.plate).toBe('AB1234-7');
  for (const text of ['AB 1234-7', 'ав1234', 'ab12347']) {
    const list = await api.get(`/api/card?search=${encodeURIComponent(text)}`, { token });
    expect(
      list.body.data.map(({ id }: { id: number }) => id),
      text,
    ).toEqual([card.id]);
  }
  const russian = await api.post('/api/vehicles', { token, json: { plate: 'АВ 123 47' } });
  expect(russian.body.data.plate).toBe('АВ12347');
});

test('the cards of a list are read by one statement, however many there are', async () => {
  const ids = [];
  for (let at = 0; at < 20; at += 1) ids.push((await givenCard(api, company.id)).id);
  await truck('А001АА77', { card_ids: ids });
  const scope = mintCompanyScope(company.id);
  const received: string[] = [];
  const found = await api.ctx.db.inCompany(scope, (tx) =>
    listCards(tx.withPlugin(listenToStatements((text) => received.push(text))), scope, {}, api.clock.now()),
  );
  expect(found.map((cardRecord) => cardRecord.vehicle?.plate)).toEqual(ids.map(() => 'А001АА77'));
  expect(received).toHaveLength(1);
});
