import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;
let card: GivenCard;
/** Drivers by surname, in the order in which they drove. */
let drivers: { frolov: number; gusev: number };

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

/** One card: Фролов on А001АА77 until 10 September at noon, Гусев on В002ВВ77 since. */
beforeEach(async () => {
  api.clock.setTo('2026-09-10T12:00:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
  card = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  await givenSales(api, card, [
    { sum: 6_000_00, at: '2026-09-02T12:00:00+03:00', litres: 100 },
    { sum: 3_000_00, at: '2026-09-08T12:00:00+03:00', litres: 50 },
  ]);
  const add = async (surname: string) =>
    (await api.post('/api/drivers', { token, json: { name: 'Иван', surname } })).body.data.id as number;
  drivers = { frolov: await add('Фролов'), gusev: await add('Гусев') };
  const turn = (driver: number, action: 'set' | 'reset') =>
    api.post(`/api/card/${card.id}/driver/${driver}/${action}`, { token });
  const truck = (plate: string) =>
    api.post('/api/vehicles', { token, json: { plate, brand: 'КАМАЗ', card_ids: [card.id] } });
  await turn(drivers.frolov, 'set');
  await truck('А001АА77');
  await turn(drivers.frolov, 'reset');
  await turn(drivers.gusev, 'set');
  await truck('В002ВВ77');
  api.clock.setTo('2026-09-20T12:00:00+03:00');
  await givenSales(api, card, [{ sum: 1_200_00, at: '2026-09-15T12:00:00+03:00', litres: 20 }]);
});

const SEPTEMBER = 'dateFrom=2026-09-01&dateTo=2026-09-30';

async function rowsBy(query: string) {
  const { body } = await api.get(`/api/operations/summary?${SEPTEMBER}&${query}`, { token });
  return body.data.map((row: { title: string; litres: number }) => [row.title, row.litres]);
}

describe('a report by driver', () => {
  test('a report by driver uses who was attached at the time of the operation', async () => {
    expect(await rowsBy('by=driver')).toEqual([
      ['Фролов И.', 150],
      ['Гусев И.', 20],
    ]);
  });

  test('narrowed down to a driver has what was bought while he was attached', async () => {
    expect(await rowsBy(`by=card&driverId=${drivers.frolov}`)).toEqual([[card.number, 150]]);
    expect(await rowsBy(`by=card&drivers=${drivers.gusev}`)).toEqual([[card.number, 20]]);
    expect(await rowsBy('by=card&drivers=none')).toEqual([]);
  });

  test('a report by driver has the drivers that the list of operations names', async () => {
    const { body } = await api.get(`/api/operations?${SEPTEMBER}&driverId=${drivers.gusev}`, { token });
    expect(body.data.map((item: { drivers: string[] }) => item.drivers)).toEqual([['Гусев И.']]);
  });
});

test('the CSV of operations names the driver and the truck as they were then', async () => {
  const { bytes } = await api.get('/api/operations/getReport', { token });
  const lines = bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
  const cells = lines.map((line: string) => line.split(';'));
  expect(cells[0]?.[15]).toBe('Машина');
  expect(cells.slice(1).map((line: string[]) => [line[12], line[15]])).toEqual([
    ['Гусев И.', 'В002ВВ77'],
    ['Фролов И.', 'А001АА77'],
    ['Фролов И.', 'А001АА77'],
  ]);
});
