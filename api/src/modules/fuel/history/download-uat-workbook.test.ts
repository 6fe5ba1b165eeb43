import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 1_000_000 });
  await sql`update card set comment = 'А123ВС 77' where id = ${card.id}`.execute(api.ctx.db.system);
  await sql`
    insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
    values (55.5, 37.25, 'М-4 «Дон»', 'М-4 «Дон»', '45-й км', 'Московская область', 'Сеть', 'АЗС № 12', 'Своя', false)`.execute(
    api.ctx.db.system,
  );
  await givenSales(api, card, [
    { sum: 6_543_21, at: '2026-09-09T21:30:05Z', litres: 100.01, goods: 'ДТ', id: '00077' },
    { sum: 333_33, at: '2026-09-12T10:00:00Z', litres: 5, goods: 'АИ-95', refund: true, id: 'back-1' },
  ]);
});

afterAll(() => api.stop());

const ask = (query: string, of = company) =>
  api.get(`/api/operations/uat.xlsx?${query}`, { token: of.admin.token });

/** The day of a sheet's number. */
const fromSerial = (serial: unknown) =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString();

test('columns have the names that УАТ expects, and each sale is a row', async () => {
  const answer = await ask('dateFrom=2026-09-01&dateTo=2026-09-30');
  expect(answer.status).toBe(200);
  const [header, first = [], second = []] = readXlsx(answer.bytes);
  expect(header?.join(' ')).toBe(
    'Дата Количество МестоЗаправкиКод МестоЗаправкиНаименование НоменклатураОтчета ПластиковаяКартаОтчета ТСОтчета Сумма ' +
      'СтавкаНДС СуммаНДС Лат Лон Транзакция ЦентрЗатрат НомерРейса',
  );
  expect(fromSerial(first[0])).toBe('2026-09-10T00:30:05.000Z');
  expect(first.slice(1)).toEqual([
    100.01,
    expect.stringMatching(/^\d+$/),
    'АЗС № 12, М-4 «Дон», 45-й км, Московская область',
    'ДТ',
    card.number,
    'А123ВС 77',
    6543.21,
    '22%',
    1179.92,
    55.5,
    37.25,
    '00077',
  ]);
  expect([second[1], second[7], second[9], second[12]]).toEqual([-5, -333.33, -60.11, 'back-1']);
  expect(second[2]).toBe(first[2]);
});

test('days are those of Moscow, and what is filtered out is not in the file', async () => {
  expect(readXlsx((await ask('dateFrom=2026-09-10&dateTo=2026-09-10')).bytes)).toHaveLength(2);
  expect(readXlsx((await ask('dateTo=2026-09-09')).bytes)).toHaveLength(1);
  expect(readXlsx((await ask(`goods=${encodeURIComponent('АИ-95')}`)).bytes)).toHaveLength(2);
});

test('the truck is the plate at the time of the sale, and the card’s comment before it', async () => {
  const json = { plate: 'Р140ТТ790', card_ids: [card.id] };
  const { body } = await api.post('/api/vehicles', { token: company.admin.token, json });
  await sql`
    update card_on_vehicle set since = '2026-09-11T00:00:00Z' where vehicle_id = ${body.data.id}`.execute(
    api.ctx.db.system,
  );
  const rows = readXlsx((await ask('')).bytes).slice(1);
  expect(rows.map((row) => row[6])).toEqual(['А123ВС 77', 'Р140ТТ790']);
});

test('another company sees none of it, and its card is not found', async () => {
  const other = await givenCompany(api);
  expect(readXlsx((await ask('', other)).bytes)).toHaveLength(1);
  expect((await ask(`cardId=${card.id}`, other)).status).toBe(404);
});
