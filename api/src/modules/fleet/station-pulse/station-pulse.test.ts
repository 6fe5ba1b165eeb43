import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { prepareStations } from '../../programme/stations/prepare-stations.ts';
import { readStationIds } from '../../programme/stations/sold-stations.ts';
import { recordDecline } from '../declines/declines.ts';

type Client = { company: GivenCompany; card: GivenCard };

let api: TestApi;
let clients: Client[];
let addresses: [string, number][];
let used = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await prepareStations(api.ctx);
  addresses = [...(await readStationIds(api.ctx))];
  clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const company = await givenCompany(api);
      return { company, card: await givenCard(api, company.id, { balanceKopecks: 500_000_00 }) };
    }),
  );
});
afterAll(() => api.stop());

/** A pulse is a minute old at most: each test reads in a minute of its own. */
beforeEach(() => api.clock.advanceSeconds(60));

function nextStation(): { address: string; id: number } {
  const [address, id] = addresses[used++] as [string, number];
  return { address, id };
}

const minutesAgo = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000);

const sell = ({ card }: Client, address: string, minutes: number, litres = 100) =>
  givenSales(api, card, [{ sum: 650_00, at: minutesAgo(minutes).toISOString(), address, litres }]);

const refuse = ({ card }: Client, station: string, minutes: number, code: 'other' | 'limit' = 'other') =>
  recordDecline(api.ctx, {
    cardNumber: card.number,
    at: minutesAgo(minutes),
    code,
    reason: 'Отказала сеть',
    station,
    goods: null,
    centilitres: 100_00,
    sumKopecks: 650_000,
  });

async function readPulse(id: number) {
  const { token } = (clients[0] as Client).company.admin;
  const { status, body } = await api.get(`/api/stations/${id}/pulse`, { token });
  expect([status, body.message]).toEqual([200, body.message]);
  return body.data;
}

describe('the pulse of a station', () => {
  test('two companies, however often they fuel, show nothing', async () => {
    const { address, id } = nextStation();
    for (const minutes of [10, 20, 30]) {
      await sell(clients[0] as Client, address, minutes);
      await sell(clients[1] as Client, address, minutes);
    }
    expect(await readPulse(id)).toBeNull();
  });

  test('three companies show the last sale, the hour and refusals, in steps of five', async () => {
    const { address, id } = nextStation();
    const litres = [18.2, 40, 12];
    for (const [index, client] of clients.entries()) await sell(client, address, 13 + index, litres[index]);
    await refuse(clients[0] as Client, address, 40);
    await refuse(clients[0] as Client, address, 41, 'limit');
    expect(await readPulse(id)).toEqual({
      last_sale_minutes: 10,
      sales_hour: 3,
      declined_share: 0.25,
      largest_litres_hour: 40,
      price_age_hours: null,
      seems_dry: false,
    });
  });

  test('an hour of two companies is not shown, and a day that has passed shows nothing', async () => {
    const { address, id } = nextStation();
    await sell(clients[0] as Client, address, 10);
    await sell(clients[1] as Client, address, 20);
    await sell(clients[2] as Client, address, 90);
    expect(await readPulse(id)).toMatchObject({ sales_hour: null, largest_litres_hour: null });
    api.clock.advanceSeconds(25 * 3600);
    expect(await readPulse(id)).toBeNull();
  });

  test('a station seems dry after three companies were refused, until it sells again', async () => {
    const { address, id } = nextStation();
    await sell(clients[0] as Client, address, 60);
    for (const [index, client] of clients.entries()) await refuse(client, address, 30 + index);
    expect(await readPulse(id)).toMatchObject({ seems_dry: true });
    await sell(clients[1] as Client, address, 1);
    api.clock.advanceSeconds(60);
    expect(await readPulse(id)).toMatchObject({ seems_dry: false });
  });

  test('refusals for a limit, or of one company, make no station dry', async () => {
    const { address, id } = nextStation();
    for (const client of clients) await sell(client, address, 60);
    for (const minutes of [10, 11, 12, 13]) await refuse(clients[0] as Client, address, minutes);
    for (const client of clients) await refuse(client, address, 20, 'limit');
    expect(await readPulse(id)).toMatchObject({ seems_dry: false });
  });

  test('an unknown station is not found, and a visitor has to sign in', async () => {
    const { token } = (clients[0] as Client).company.admin;
    expect((await api.get('/api/stations/999999/pulse', { token })).status).toBe(404);
    expect((await api.get(`/api/stations/${nextStation().id}/pulse`)).status).toBe(401);
  });
});

test('a plan leaves out a station that seems dry and says so', async () => {
  const { company, card } = clients[0] as Client;
  const { token } = company.admin;
  const truck = {
    plate: 'А100ВС77',
    brand: 'КамАЗ',
    tank_litres: 400,
    norm_litres_100km: 32,
    card_ids: [card.id],
  };
  const { id } = (await api.post('/api/vehicles', { token, json: truck })).body.data;
  const trip = {
    vehicle_id: id,
    start_litres: 120,
    points: [
      { title: 'Москва', lat: 55.756, lon: 37.617 },
      { title: 'Ростов-на-Дону', lat: 47.222, lon: 39.72 },
    ],
  };
  const preview = async () => (await api.post('/api/fuel-plans/preview', { token, json: trip })).body.data;
  const before = await preview();
  const [stop] = before.stops;
  const address = addresses.find(([words]) => words.startsWith(`${stop.name}, `))?.[0];
  for (const client of clients) await refuse(client, address as string, 5);
  api.clock.advanceSeconds(60);
  const after = await preview();
  expect(after.stops.map(({ name }: { name: string }) => name)).not.toContain(stop.name);
  expect(after.notes).toContain(
    'Топливо, похоже, кончилось на 1\u00a0станции: там отказали нескольким компаниям.',
  );
  expect(after.sum).toBeGreaterThanOrEqual(before.sum);
});
