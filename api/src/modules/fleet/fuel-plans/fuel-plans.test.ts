import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { measureProcessorMs } from '../../../testing/processor-time.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { prepareStations } from '../../programme/stations/prepare-stations.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let token: string;
let truck: number;
let phones = 79118000000;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await prepareStations(api.ctx);
});
afterAll(() => api?.stop());

const MOSCOW = { title: 'Москва', lat: 55.756, lon: 37.617 };
const TULA = { title: 'Тула', lat: 54.193, lon: 37.617 };
const ROSTOV = { title: 'Ростов-на-Дону', lat: 47.222, lon: 39.72 };

beforeEach(async () => {
  company = await givenCompany(api);
  token = company.admin.token;
  card = await givenCard(api, company.id, { balanceKopecks: 500_000_00 });
  truck = await givenTruck({ card_ids: [card.id] });
});

let plates = 100;
async function givenTruck(more: object): Promise<number> {
  plates += 1;
  const json = { plate: `А${plates}ВС77`, brand: 'КамАЗ', tank_litres: 400, norm_litres_100km: 32, ...more };
  const { status, body } = await api.post('/api/vehicles', { token, json });
  expect([status, body.message]).toEqual([200, body.message]);
  return body.data.id;
}

const wish = (more: object = {}) => ({
  vehicle_id: truck,
  points: [MOSCOW, ROSTOV],
  start_litres: 120,
  ...more,
});
const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * 86_400_000).toISOString();
const preview = (more: object = {}) => api.post('/api/fuel-plans/preview', { token, json: wish(more) });
const setRules = (rules: object[]) => api.put(`/api/card/${card.id}/rules`, { token, json: { rules } });

/** A tenth less than the station asks. */
async function givenDiscount(): Promise<void> {
  await api.ctx.db.inSystem((tx) =>
    sql`insert into tariff (company_id, change, unit, rate, fee_rate, first_day, created_by, created_at, note)
      values (${company.id}, 'discount', 'percent', 1000, 0, '2020-01-01', ${company.admin.id}, now(), '')`.execute(
      tx,
    ),
  );
}

async function givenPlan(more: object = {}) {
  const { status, body } = await api.post('/api/fuel-plans', { token, json: wish(more) });
  expect([status, body.message]).toEqual([200, body.message]);
  return body.data;
}

async function givenDriver(): Promise<{ id: number; phone: string }> {
  const phone = String((phones += 1));
  const driver = { surname: 'Волков', name: 'Пётр', phone };
  const { id } = (await api.post('/api/drivers', { token, json: driver })).body.data;
  await api.post(`/api/card/${card.id}/driver/${id}/set`, { token });
  return { id, phone };
}

interface Stop {
  address: string;
  brand: string;
  litres: number;
  list_price: number;
  price: number;
  sum: number;
  arrival_litres: number;
  along_m: number;
  detour_m: number;
  expected_at: string;
}

describe('a plan', () => {
  test('a route keeps reserve and tank, and stops at stations that take the card', async () => {
    const { status, body } = await preview();
    expect([status, body.message]).toEqual([200, body.message]);
    const { stops, distance_m: distance, end_litres: end, sum, reserve_litres: reserve } = body.data;
    expect([reserve, stops.length > 0]).toEqual([40, true]);
    let [fuel, along] = [120, 0];
    for (const stop of stops as Stop[]) {
      fuel -= ((stop.along_m - along + stop.detour_m / 2) / 100_000) * 32;
      expect(stop.arrival_litres).toBeCloseTo(fuel, 0);
      expect(stop.arrival_litres).toBeGreaterThanOrEqual(40);
      fuel += stop.litres;
      expect(fuel).toBeLessThanOrEqual(400.5);
      fuel -= (stop.detour_m / 2 / 100_000) * 32;
      along = stop.along_m;
      expect(stop.brand).toBe('Газпромнефть');
    }
    expect(fuel - ((distance - along) / 100_000) * 32).toBeCloseTo(end, 0);
    expect((stops as Stop[]).reduce((total, stop) => total + stop.sum, 0)).toBeCloseTo(sum, 2);
  });

  test('a plan obeys its card’s rules: litres of a filling, of a day, regions', async () => {
    await setRules([
      { kind: 'litres_filling', value: 100 },
      { kind: 'litres_day', value: 150 },
      { kind: 'fillings_day', value: 2 },
    ]);
    const { body } = await preview({ start_litres: 400 });
    const { stops } = body.data as { stops: Stop[] };
    expect(stops.length).toBeGreaterThan(0);
    const byDay = Map.groupBy(stops, (stop) =>
      new Date(new Date(stop.expected_at).getTime() + 3 * 3_600_000).toISOString().slice(0, 10),
    );
    for (const own of byDay.values()) {
      expect(own.length).toBeLessThanOrEqual(2);
      expect(own.reduce((sum, { litres }) => sum + litres, 0)).toBeLessThanOrEqual(150);
    }
    for (const { litres } of stops) expect(litres).toBeLessThanOrEqual(100);
    await setRules([{ kind: 'regions', value: ['Воронежская область'] }]);
    const { stops: inRegion } = (await preview({ start_litres: 400 })).body.data as { stops: Stop[] };
    expect(inRegion.length).toBeGreaterThan(0);
    for (const { address } of inRegion) expect(address).toContain('Воронежская область');
  });

  test('a plan uses the price that the company is charged, less its tariff', async () => {
    const before = (await preview()).body.data;
    await givenDiscount();
    const after = (await preview()).body.data;
    expect([before.saved, after.saved > 0]).toEqual([0, true]);
    for (const { price, list_price: listed } of after.stops as Stop[])
      expect(price).toBeCloseTo(listed * 0.9, 1);
  });

  test('a plan is compared with the price that its truck paid in the last 90 days', async () => {
    expect((await preview()).body.data).not.toHaveProperty('usual');
    const other = await givenCard(api, company.id, {});
    await givenSales(api, other, [{ sum: 5000_00, litres: 50, at: daysAgo(3) }]);
    const { sum, litres, usual } = (await preview()).body.data;
    expect(usual).toEqual({ price: 100, paid_by: 'company', fillings: 1, saved: expect.any(Number) });
    expect(usual.saved).toBeCloseTo(litres * 100 - sum, 2);
    await givenSales(api, card, [
      { sum: 9000_00, litres: 100, at: daysAgo(5) },
      { sum: 3000_00, litres: 50, at: daysAgo(4), id: 'dear' },
      { sum: 3000_00, litres: 50, at: daysAgo(2), refund: true, refundOf: 'dear' },
      { sum: 900_00, litres: 30, at: daysAgo(2), goods: 'AdBlue' },
      { sum: 9_00, litres: 1, at: daysAgo(91) },
    ]);
    const own = (await preview()).body.data;
    expect(own.usual).toMatchObject({ price: 90, paid_by: 'truck', fillings: 2 });
    expect(own.usual.saved).toBeCloseTo(own.litres * 90 - own.sum, 2);
  });

  test('a plan without stops is compared with nothing', async () => {
    await givenSales(api, card, [{ sum: 9000_00, litres: 100, at: daysAgo(5) }]);
    const { stops, usual } = (await preview({ start_litres: 400, points: [MOSCOW, TULA] })).body.data;
    expect([stops, usual]).toEqual([[], undefined]);
  });

  test('a plan counts a station once in its notes, though the road passes it twice', async () => {
    const readFirstNote = async (points: object[]) => (await preview({ points })).body.data.notes[0];
    expect(await readFirstNote([MOSCOW, ROSTOV, MOSCOW])).toBe(await readFirstNote([MOSCOW, ROSTOV]));
  });

  test('a plan shows at how many stations of the road its card is not taken', async () => {
    const { notes } = (await preview()).body.data;
    expect(notes).toContainEqual(
      expect.stringMatching(/^Карты машины не принимают на \d+\u00a0станци(и|ях)\.$/),
    );
  });

  test('an impossible plan says what stops it and what would help', async () => {
    const { status, body } = await preview({ tank_litres: 60, start_litres: 20, reserve_litres: 15 });
    expect(status).toBe(400);
    expect(body.message).toMatch(/хватит на \d+/);
    await setRules([{ kind: 'litres_day', value: 10 }]);
    const limited = await preview();
    expect([limited.status, limited.body.message]).toEqual([400, expect.stringContaining('до 10 л в сутки')]);
    expect(limited.body.message).toContain('снять правила и лимиты карты');
  });

  test('a plan needs a card that buys diesel, a tank and a norm', async () => {
    const bare = await givenTruck({ tank_litres: null, norm_litres_100km: null });
    const noCard = await preview({ vehicle_id: bare });
    expect(noCard.body.error_messages?.vehicle_id?.[0]).toContain('нет карт');
    await api.put(`/api/vehicles/${truck}`, { token, json: { plate: `А${plates - 1}ВС77`, brand: 'КамАЗ' } });
    expect((await preview()).body.error_messages).toHaveProperty('tank_litres');
    expect((await preview({ tank_litres: 400 })).body.error_messages).toHaveProperty('norm_litres_100km');
    expect((await preview({ tank_litres: 400, norm_litres_100km: 30 })).status).toBe(200);
  });

  test('over 4 000 km by all stations is answered in seconds', async () => {
    const chita = { title: 'Чита', lat: 52.034, lon: 113.5 };
    const took = await measureProcessorMs(async () => {
      const { status, body } = await preview({
        points: [MOSCOW, chita],
        tank_litres: 800,
        start_litres: 500,
      });
      expect([status, body.message]).toEqual([200, body.message]);
      expect(body.data.distance_m).toBeGreaterThan(4_000_000);
    });
    expect(took).toBeLessThan(15_000);
  });
});

describe('a saved plan', () => {
  test('a saved plan is on the driver’s page once sent, and not after its cancellation', async () => {
    const { phone } = await givenDriver();
    const { id } = await givenPlan();
    const sent = await api.post(`/api/fuel-plans/${id}/send`, { token });
    expect([sent.status, sent.body.data.told]).toEqual([200, ['Волков Пётр']]);
    expect((await api.post(`/api/fuel-plans/${id}/send`, { token })).status).toBe(409);
    const [{ text }] = (await api.get(`/dev/sms?phone=${phone}`)).body.data;
    const path = new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname;
    const post = (action: string, form: Record<string, string>, cookie = '') =>
      fetch(new URL(`${path}/${action}`, api.url), {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams(form),
      });
    await post('code', {});
    const bound = await post('bind', { code: api.lastCode(phone) ?? '' });
    const cookie = bound.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = async () => (await fetch(new URL(path, api.url), { headers: { cookie } })).text();
    expect(await page()).toMatch(/План заправок[\s\S]*Москва — Ростов-на-Дону[\s\S]*Открыть в навигаторе/);
    expect((await post('start', { plan: String(id) }, cookie)).status).toBe(303);
    expect((await api.get(`/api/fuel-plans/${id}`, { token })).body.data.state).toBe('under-way');
    const cancelled = await api.post(`/api/fuel-plans/${id}/cancel`, {
      token,
      json: { reason: 'Рейс отменён' },
    });
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled', reason: 'Рейс отменён' });
    expect(await page()).not.toContain('План заправок');
    expect((await post('finish', { plan: String(id) }, cookie)).status).toBe(404);
  });

  test('a saved plan is returned again after a lost response, though impossible by now', async () => {
    const requested = () =>
      api.post('/api/fuel-plans', { token, key: `plan-${truck}`, json: wish({ departs_at }) });
    const departs_at = '2026-07-01T09:00:00+03:00';
    const first = await requested();
    await sql`update idempotent_request set answer = null where user_id = ${company.admin.id}`.execute(
      api.ctx.db.system,
    );
    await setRules([{ kind: 'litres_day', value: 10 }]);
    const again = await requested();
    expect([again.status, again.body.data?.id]).toEqual([200, first.body.data.id]);
  });

  test('of two that save a plan at once the second is refused with its current state', async () => {
    const { id } = await givenPlan();
    const owner = new pg.Client(api.databaseUrl);
    await owner.connect();
    await owner.query(`begin; select 1 from fuel_plan where id = ${id} for update`);
    const both = [1, 2].map(() => api.post(`/api/fuel-plans/${id}/send`, { token, json: {} }));
    await waitUntilWaiting(api, 2);
    await owner.query('commit');
    await owner.end();
    const answers = (await Promise.all(both)).toSorted((a, b) => a.status - b.status);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(answers[1]?.body.message).toBe('План уже в состоянии «У водителя»');
  });

  test('a saved plan is replaced only when the next one is sent', async () => {
    const first = await givenPlan();
    await api.post(`/api/fuel-plans/${first.id}/send`, { token });
    const second = await givenPlan({ start_litres: 200, replaces_id: first.id });
    const state = async () => (await api.get(`/api/fuel-plans/${first.id}`, { token })).body.data.state;
    expect(await state()).toBe('sent');
    await api.post(`/api/fuel-plans/${second.id}/send`, { token });
    expect(await state()).toBe('cancelled');
  });

  test('a saved plan is compared with what was filled, and each deviation is named', async () => {
    const { stops, id } = await givenPlan();
    await api.post(`/api/fuel-plans/${id}/send`, { token });
    const [first, second] = stops as Stop[];
    const fuel = (address: string, litres: number, price: number) =>
      api.post('/dev/fuel', {
        json: { card_number: card.number, goods_id: 301, litres, unit_price: price, address },
      });
    await fuel(first?.address ?? '', (first?.litres ?? 0) - 30, first?.list_price ?? 0);
    await fuel('АЗС у дороги, Тула', 25, 70);
    await api.pollNetworks();
    await api.post(`/api/fuel-plans/${id}/finish`, { token });
    const { fact } = (await api.get(`/api/fuel-plans/${id}`, { token })).body.data;
    expect(fact.litres).toBeCloseTo((first?.litres ?? 0) - 5, 2);
    expect(fact.stops[0].fillings).toHaveLength(1);
    expect(fact.stops[0].words).toMatch(/^залито .+ вместо /);
    if (second) expect(fact.stops[1].words).toBe('не заправлялись');
    expect(fact.others).toHaveLength(1);
    expect(fact.deviations.at(-1)).toContain('Не по плану');
    const listed = await api.get(`/api/fuel-plans?state=done&vehicle_id=${truck}`, { token });
    expect(listed.body.data).toMatchObject([{ id, state: 'done', deviations: fact.deviations.length }]);
  });

  test('a saved plan counts what the company is charged for its fillings', async () => {
    await givenDiscount();
    const { stops, id } = await givenPlan();
    await api.post(`/api/fuel-plans/${id}/send`, { token });
    const [{ address }] = stops as [Stop];
    const json = { card_number: card.number, goods_id: 301, litres: 50, unit_price: 60, address };
    await api.post('/dev/fuel', { json });
    await api.pollNetworks();
    const { fact } = (await api.get(`/api/fuel-plans/${id}`, { token })).body.data;
    expect(fact).toMatchObject({ litres: 50, sum: 2700, stops: [{ fillings: [{ litres: 50, sum: 2700 }] }] });
  });

  test('a saved plan promises the same after dearer fillings', async () => {
    await givenSales(api, card, [{ sum: 8000_00, litres: 100, at: daysAgo(1) }]);
    const { id, usual } = await givenPlan();
    expect(usual).toMatchObject({ price: 80, paid_by: 'truck', fillings: 1 });
    api.clock.advanceSeconds(3600);
    await givenSales(api, card, [{ sum: 9900_00, litres: 100, at: daysAgo(0) }]);
    expect((await api.get(`/api/fuel-plans/${id}`, { token })).body.data.usual).toEqual(usual);
  });

  test('a saved plan and a truck of another company are not found', async () => {
    const { id } = await givenPlan();
    const { token: other } = (await givenCompany(api)).admin;
    for (const path of [`/api/fuel-plans/${id}`, `/api/vehicles/${truck}/fuel`])
      expect([path, (await api.get(path, { token: other })).status]).toEqual([path, 404]);
    expect((await api.post('/api/fuel-plans/preview', { token: other, json: wish() })).status).toBe(404);
    expect((await api.get('/api/fuel-plans', { token: other })).body.data).toEqual([]);
  });
});

test('fuel in the tank is estimated from the last filling and odometer, marked as such', async () => {
  const estimate = async () => (await api.get(`/api/vehicles/${truck}/fuel`, { token })).body.data.estimate;
  expect(await estimate()).toMatchObject({ litres: null });
  const km = (value: number) => api.post(`/api/vehicles/${truck}/odometer`, { token, json: { km: value } });
  await km(10_000);
  await api.post('/dev/fuel', {
    json: { card_number: card.number, goods_id: 301, litres: 300, unit_price: 60, address: 'АЗС 1' },
  });
  await api.pollNetworks();
  expect((await estimate()).words).toContain('нет показаний одометра');
  api.clock.advanceSeconds(3600);
  await km(10_500);
  const known = { litres: 240, words: expect.stringContaining('500 км по норме') };
  expect(await estimate()).toEqual(known);
  // Neither is a filling of the truck: AdBlue, and diesel that was given back.
  const at = api.clock.now().toISOString();
  await givenSales(api, card, [
    { sum: 2000_00, litres: 40, at, goods: 'AdBlue' },
    { sum: 700_00, litres: 10, at, id: 'given-back' },
    { sum: 700_00, litres: 10, at, refund: true, refundOf: 'given-back' },
  ]);
  expect(await estimate()).toEqual(known);
});
