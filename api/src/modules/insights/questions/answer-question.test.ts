import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
/** Two KamAZ trucks and a van; October and November of 2026. */
let company: GivenCompany;
let first: GivenCard;
let van: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo(new Date('2026-11-26T09:00:00Z'));
  company = await givenCompany(api);
  const { id } = company;
  first = await givenCard(api, id, { balanceKopecks: 1_000_000_00 });
  const second = await givenCard(api, id, { balanceKopecks: 1_000_000_00 });
  van = await givenCard(api, id, { partnerId: PARTNER.rn, balanceKopecks: 1_000_000_00 });
  await putOnTruck(first, 'А123ВС77');
  await putOnTruck(second, 'М456ОР77');
  await comment(van, 'ГАЗель');
  await givenSales(api, first, [
    { sum: 5000_00, at: '2026-10-05T09:00:00Z' },
    { sum: 1000_00, at: '2026-11-20T09:00:00Z', goods: 'AdBlue' },
  ]);
  await givenSales(api, second, [{ sum: 7000_00, at: '2026-10-31T20:59:59Z' }]);
  await givenSales(api, van, [{ sum: 3000_00, at: '2026-10-10T09:00:00Z', goods: 'АИ-95' }]);
  await addDriver(first, 'Волков');
});
afterAll(() => api?.stop());

async function putOnTruck(card: GivenCard, plate: string): Promise<void> {
  const { token } = company.admin;
  const json = { plate, brand: 'КамАЗ', card_ids: [card.id] };
  expect((await api.post('/api/vehicles', { token, json })).status).toBe(200);
}

async function comment(card: GivenCard, text: string): Promise<void> {
  const { token } = company.admin;
  await api.post(`/api/card/${card.id}/setComment`, { token, json: { comment: text } });
}

async function addDriver(card: GivenCard, surname: string): Promise<void> {
  const { token } = company.admin;
  const { body } = await api.post('/api/drivers', { token, json: { name: 'Пётр', surname } });
  await api.post(`/api/card/${card.id}/driver/${body.data.id}/set`, { token });
}

function ask(q: string, token = company.admin.token) {
  return api.get(`/api/ask?q=${encodeURIComponent(q)}`, { token });
}

async function answer(q: string) {
  const { status, body } = await ask(q);
  expect(status, q).toBe(200);
  return body.data;
}

describe('an answer', () => {
  test('«сколько сожгли КамАЗы в октябре» gives the report’s figures of these trucks', async () => {
    const found = await answer('Сколько сожгли КамАЗы в октябре?');
    expect(found).toMatchObject({
      measure: 'litres',
      by: 'vehicle',
      from: '2026-10-01',
      to: '2026-10-31',
      about: ['камазы (2)'],
      unknown: [],
      report: null,
      totals: { count: 2, sum: 12_000 },
    });
    expect(found.rows.map(({ sum }: { sum: number }) => sum)).toEqual([7000, 5000]);
  });

  test.each([
    ['сколько потратили в октябре', 15_000],
    ['сколько потратили на ДТ в октябре', 12_000],
    ['сколько бензина залили в октябре', 3000],
    ['сколько потратил Волков в октябре', 5000],
    ['сколько потратили Волковым с 1 октября по 26 ноября', 6000],
    ['сколько потратили в Роснефти за 2026', 3000],
    ['сколько потратили в этом месяце', 1000],
    ['сколько потратили вчера', 0],
  ])('«%s» is %i rubles', async (q, sum) => {
    const found = await answer(q);
    expect(found.unknown, q).toEqual([]);
    expect(found.totals.sum).toBe(sum);
  });

  test('about one card has the filters of the report that says the same', async () => {
    const found = await answer(`сколько сожгла карта ${van.number.slice(-6)} в октябре`);
    expect(found.report).toEqual({ cardId: van.id });
    const { body } = await api.get(
      `/api/operations/summary?cardId=${van.id}&dateFrom=${found.from}&dateTo=${found.to}`,
      { token: company.admin.token },
    );
    expect(found.totals).toMatchObject({
      sum: body.meta.totals.sum,
      litres: body.meta.totals.litres,
      count: body.meta.totals.count,
      average_price: body.meta.totals.average_price,
    });
  });

  test.each(['a123bc', 'А123', '123вс77'])(
    'an answer to a part of a plate, «%s», is about its truck',
    async (plate) => {
      const found = await answer(`сколько потратили на ${plate} в октябре`);
      expect(found).toMatchObject({ about: ['КамАЗ А\u00a0123\u00a0ВС\u00a077'] });
    },
  );

  test('about one truck has the filter of its report, and its figures', async () => {
    const found = await answer('сколько потратили на А123ВС77 в октябре');
    expect(found.report).toEqual({ vehicleId: expect.any(Number) });
    const { body } = await api.get(
      `/api/operations/summary?vehicleId=${found.report.vehicleId}&dateFrom=${found.from}&dateTo=${found.to}`,
      { token: company.admin.token },
    );
    expect([found.totals.sum, body.meta.totals.sum]).toEqual([5000, 5000]);
  });

  test('«кто» and «где» are rows by driver and by station', async () => {
    expect(await answer('кто больше всех залил в октябре')).toMatchObject({ by: 'driver' });
    expect(await answer('где потратили больше в октябре')).toMatchObject({ by: 'station' });
  });

  test('a word that is not understood leaves no figures', async () => {
    const found = await answer('сколько сожгли самосвалы в октябре');
    expect(found).toMatchObject({ unknown: ['самосвалы'], totals: null, rows: [] });
  });

  test('characters of a search pattern are plain characters in a question', async () => {
    for (const q of ['сколько сожгли % в октябре', 'сколько сожгли ___ в октябре', "сколько сожгли ' or 1=1"])
      expect((await answer(q)).totals, q).toBeNull();
  });

  test('an answer to what is no question is empty', async () => {
    expect(await answer('КамАЗ')).toBeNull();
    expect(await answer('5330,94')).toBeNull();
  });
});

describe('access to questions', () => {
  test('callers without a session or role, and another company, learn nothing of ours', async () => {
    expect((await api.get('/api/ask?q=x')).status).toBe(401);
    const noRole = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await ask('сколько потратили', noRole.token)).status).toBe(403);
    const other = await givenCompany(api);
    const { body } = await ask('сколько сожгли КамАЗы в октябре', other.admin.token);
    expect(body.data).toMatchObject({ unknown: ['камазы'], totals: null });
    const all = await ask('сколько потратили за 2026', other.admin.token);
    expect(all.body.data.totals.sum).toBe(0);
  });
});
