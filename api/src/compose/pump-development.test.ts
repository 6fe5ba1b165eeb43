import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { PUMP_FAULTS } from '#contract/fuel/pump-development.ts';
import { getOnlyRow } from '../db/database.ts';
import { expireHolds } from '../modules/fuel/authorisations/holds.ts';
import { prepareStations } from '../modules/programme/stations/prepare-stations.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { expectBooksToAgree } from '../testing/expect-books-to-agree.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from '../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let stationId = 0;
let phones = 79119000000;
let phone = '';

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await prepareStations(api.ctx);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{
      id: number;
    }>`select id from station where brand = 'Газпромнефть' and price_dt_kopecks is not null order by id limit 1`,
  );
  stationId = id;
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 100_000_00 });
  phones += 1;
  phone = String(phones);
  const { token } = company.admin;
  const json = { surname: 'Волков', name: 'Пётр', phone };
  const driverId = (await api.post('/api/drivers', { token, json })).body.data.id;
  await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
});

async function pump(json: object) {
  return (
    await api.post('/dev/pump', { json: { station_id: stationId, goods_id: 301, litres: 40, ...json } })
  ).body.data;
}

async function sms(text: string, from = phone): Promise<string | null> {
  const before = api.ctx.outbox?.messages(from).length ?? 0;
  const { status } = await api.post('/dev/phone/inbound', { json: { phone: from, text } });
  expect(status).toBe(200);
  const messages = api.ctx.outbox?.messages(from) ?? [];
  return messages.length > before ? (messages[0]?.text ?? null) : null;
}

async function read() {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{ sales: number; litres: number; hold: number; unpaid: number }>`
      select (select count(*)::int from operation where company_id = ${company.id}) as sales,
        (select coalesce(sum(centilitres), 0)::float8 / 100 from operation where company_id = ${company.id}) as litres,
        coalesce(sum(balance_kopecks) filter (where kind = 'hold'), 0)::float8 as hold,
        coalesce(sum(balance_kopecks) filter (where kind = 'debt'), 0)::float8 as unpaid
      from ledger_account where company_id = ${company.id}`,
  );
}

test.each(PUMP_FAULTS)('a pump with the fault %s leaves no litre unpaid and no hold', async (fault) => {
  const sold = await pump({ card_number: card.number, fault });
  expect(sold).toMatchObject({ approved: true });
  api.clock.advanceSeconds(16 * 60);
  await expireHolds(api.ctx);
  const litres = { 'lost-authorisation': 0, short: 20 }[fault as string] ?? 40;
  expect(await read()).toEqual({ sales: litres === 0 ? 0 : 1, litres, hold: 0, unpaid: 0 });
  await expectBooksToAgree(api);
});

test('a driver without internet writes an SMS, gets a code, and fuels by it', async () => {
  const answer = await sms(`40 дт ${card.number.slice(-4)}`);
  expect(answer).toMatch(/^Код \d{4} \d{4}, до 40 л, действует до \d\d:\d\d$/);
  const code = /\d{4} \d{4}/.exec(answer ?? '')?.[0];
  expect(await pump({ code })).toMatchObject({ approved: true, state: 'settled', litres: 40 });
  expect(await pump({ code })).toMatchObject({ approved: false });
});

test('a driver who asks again by SMS gets his own open code, and none of the cabinet', async () => {
  const answer = await sms('40');
  expect(await sms('50')).toBe(answer);
  const code = /\d{4} \d{4}/.exec(answer ?? '')?.[0];
  expect(await pump({ code })).toMatchObject({ approved: true });
  await api.post(`/api/card/${card.id}/pump-sessions`, { token: company.admin.token, json: { how: 'code' } });
  expect(await sms('40')).toContain('Код по карте уже выдан');
});

test('an SMS gets its reason in its language, in one segment', async () => {
  const last = card.number.slice(-4);
  const answers = [
    await sms('привет'),
    await sms('40 дт 0001 ky'),
    await sms(`40 dt ${last}`),
    await sms(`40 дт ${last} tg`),
  ];
  expect(answers[0]).toContain('Напишите так: 40 дт 4000');
  expect(answers[1]).toContain('Мындай карта жок');
  expect(answers[2]).toMatch(/^Kod \d{4} \d{4}/);
  expect(answers[3]).toMatch(/^Рамз \d{4} \d{4}/);
  for (const text of answers) expect((text ?? '').length).toBeLessThanOrEqual(70);
});

test('a driver with one card may leave its digits and the fuel out', async () => {
  expect(await sms('40')).toMatch(/^Код/);
});

test('a phone of no driver gets nothing, another one ten answers an hour', async () => {
  expect(await sms('40 дт 4000', '79990000001')).toBeNull();
  expect(await sms('40 дт 4000', 'не телефон')).toBeNull();
  for (let time = 0; time < 10; time += 1) expect(await sms('привет')).not.toBeNull();
  expect(await sms('привет')).toBeNull();
});

test('what is not one card, code or QR is refused, and so is an unknown station', async () => {
  const json = { station_id: stationId, goods_id: 301, litres: 40 };
  expect((await api.post('/dev/pump', { json })).status).toBe(400);
  expect((await api.post('/dev/pump', { json: { ...json, code: '1', card_number: '2' } })).status).toBe(400);
  const far = { ...json, station_id: 999_999_999, card_number: card.number };
  expect((await api.post('/dev/pump', { json: far })).status).toBe(400);
});
