import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { sendWhileLocked } from '../../../testing/send-while-locked.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const TODAY = '2026-09-15';
const TOMORROW = '2026-09-16';

function create(json: Record<string, unknown>, token = staff.token) {
  const input = { change: 'discount', rate: 1, first_day: TOMORROW, ...json };
  return api.post('/staff/api/tariffs', { token, json: input });
}

async function list() {
  return (await api.get('/staff/api/tariffs', { token: staff.token })).body;
}

function events(what: string): Promise<{ before: unknown; after: unknown; company_id: number | null }[]> {
  return rows(
    api.ctx.db.system,
    sql`select before, after, company_id from audit_event where what = ${what} order by id desc limit 1`,
  );
}

test('a tariff is entered, listed, and ended by a word of its own; the audit log knows', async () => {
  const company = await givenCompany(api);
  const input = {
    company_id: company.id,
    partner_id: PARTNER.gpn,
    goods: 'ДТ',
    unit: 'litre',
    rate: '1,25',
    fee: 0.5,
    last_day: '2026-12-31',
    note: 'Договор 17',
  };
  const created = await create(input);
  expect(created.body.data).toMatchObject({
    client: { id: company.id, inn: company.inn },
    partner: { id: PARTNER.gpn, title: 'Газпромнефть' },
    goods: 'ДТ',
    change: 'discount',
    unit: 'litre',
    rate: 1.25,
    fee: 0.5,
    first_day: TOMORROW,
    last_day: '2026-12-31',
    state: 'planned',
    created_by: 'Сотрудник программы',
    ended: null,
    sales: 0,
  });
  const { id } = created.body.data;
  expect((await events('tariff-created'))[0]).toMatchObject({ company_id: company.id, after: { rate: 125 } });
  expect((await list()).data.find((item: { id: number }) => item.id === id)).toEqual(created.body.data);
  const end = (json: Record<string, unknown>) =>
    api.post(`/staff/api/tariffs/${id}/end`, { token: staff.token, json: { reason: 'Ошибка', ...json } });
  expect((await end({ last_day: '2026-09-14' })).status).toBe(400);
  expect((await end({ last_day: '2027-01-01' })).status).toBe(400);
  expect((await end({ reason: '' })).status).toBe(400);
  const ended = await end({});
  expect(ended.body.data).toMatchObject({ state: 'withdrawn', last_day: TODAY, ended: { reason: 'Ошибка' } });
  expect((await events('tariff-ended'))[0]).toMatchObject({
    before: { lastDay: '2026-12-31' },
    after: { lastDay: TODAY },
  });
  expect((await end({})).status).toBe(409);
});

test('a tariff is not created or ended while another person changes tariffs', async () => {
  const company = await givenCompany(api);
  const lock = sql`select pg_advisory_xact_lock(hashtext('tariffs'))`;
  const input = { company_id: company.id, partner_id: PARTNER.gpn, goods: 'ДТ', unit: 'litre', rate: '1,25' };
  const created = await sendWhileLocked(api, lock, () => create(input));
  expect(created.status).toBe(200);
  const path = `/staff/api/tariffs/${created.body.data.id}/end`;
  const end = () =>
    api.post(path, { token: staff.token, json: { last_day: '2026-12-31', reason: 'Договор расторгнут' } });
  expect((await sendWhileLocked(api, lock, end)).status).toBe(200);
});

test('it begins tomorrow, or today where nothing that it is about was sold today', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
  const mine = { company_id: company.id, first_day: TODAY };
  expect((await create({ ...mine, first_day: '2026-09-14' })).body.error_messages?.first_day).toHaveLength(1);
  await givenSales(api, card, [{ sum: 100_00, at: api.clock.now().toISOString(), goods: 'ДТ' }]);
  for (const scope of [{}, { goods: ' дт' }, { partner_id: PARTNER.gpn }])
    expect((await create({ ...mine, ...scope })).status, JSON.stringify(scope)).toBe(409);
  expect((await create({ ...mine, goods: 'АИ-95' })).status).toBe(200);
  expect((await create({ ...mine, partner_id: PARTNER.rn })).status).toBe(200);
  expect((await create({ first_day: TODAY })).status).toBe(409);
  expect((await create(mine)).body.message).toMatch(/завтра/);
});

test('invalid values are refused with a sentence beside their field', async () => {
  const { token } = staff;
  const refused: [Record<string, unknown>, string][] = [
    [{ rate: 0 }, 'rate'],
    [{ rate: '' }, 'rate'],
    [{ rate: 50.01 }, 'rate'],
    [{ rate: 1.001 }, 'rate'],
    [{ fee: 21 }, 'fee'],
    [{ fee: -1 }, 'fee'],
    [{ change: 'none' }, 'rate'],
    [{ change: 'none', rate: 0 }, 'fee'],
    [{ change: 'gift' }, 'change'],
    [{ unit: 'gallon' }, 'unit'],
    [{ first_day: '2026-02-30' }, 'first_day'],
    [{ last_day: TODAY }, 'last_day'],
    [{ goods: 'x'.repeat(256) }, 'goods'],
    [{ goods: 'Керосин' }, 'goods'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ partner_id: 5 }, 'partner_id'],
    [{ company_id: 'x' }, 'company_id'],
  ];
  for (const [input, field] of refused) {
    const answer = await create(input);
    expect(answer.status, JSON.stringify(input)).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0], JSON.stringify(input)).toMatch(/[а-я]/);
  }
  expect((await create({ company_id: 999_999_999 })).status).toBe(404);
  expect((await api.post('/staff/api/tariffs/999999999/end', { token, json: { reason: 'x' } })).status).toBe(
    404,
  );
});

test('an auditor reads, a treasurer enters; to a customer the calls do not exist', async () => {
  const { admin } = await givenCompany(api);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  expect((await api.get('/staff/api/tariffs', { token: auditor.token })).status).toBe(200);
  expect((await create({}, auditor.token)).status).toBe(403);
  expect((await create({ goods: 'Газ' }, treasurer.token)).status).toBe(200);
  expect((await create({}, admin.token)).status).toBe(404);
});

test('the preview of last month’s purchases equals what booking them gives', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 100_000_00 });
  const sums = [100_01, 33_33, 7, 4999_99].map((sum, index) => ({ sum, litres: 1.37 * (index + 1) }));
  const sold = (month: string) =>
    sums.map((sum, index) => ({
      ...sum,
      at: `2026-${month}-1${index}T10:00:00Z`,
      id: `${month}-${card.id}-${index}`,
    }));
  await givenSales(api, card, sold('08'));
  await givenSales(api, rn, [{ sum: 5000_00, at: '2026-08-10T10:00:00Z', goods: 'АИ-95' }]);
  // Not in August by Moscow time.
  await givenSales(api, card, [{ sum: 1_00, at: '2026-08-31T21:00:00Z' }]);
  // This tariff is nearer for purchases at the other network, which keeps its own tariff.
  await givenTariff(api, staff, { company_id: company.id, partner_id: PARTNER.rn, fee: 1 });
  for (const input of [
    { change: 'discount', unit: 'percent', rate: 3.33, fee: 0.77 },
    { change: 'surcharge', unit: 'litre', rate: 1.11 },
  ]) {
    const json = { company_id: company.id, first_day: TOMORROW, ...input };
    const preview = (await api.post('/staff/api/tariffs/preview', { token: staff.token, json })).body.data;
    expect(preview).toMatchObject({ date_from: '2026-08-01', date_to: '2026-08-31', more: 0 });
    expect(preview.clients).toEqual([{ id: company.id, title: expect.any(String), ...preview.totals }]);
    expect(preview.totals).toMatchObject({ sales: 4, sum: 5133.4, charged_now: 5133.4 });
    const other = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
    const cardOfOther = await givenCard(api, other.id, { balanceKopecks: 100_000_00 });
    await givenTariff(api, staff, { ...input, company_id: other.id } as never);
    const later = sums.map((sum) => ({ ...sum, at: api.clock.now().toISOString() }));
    await givenSales(api, cardOfOther, later);
    const booked = (await api.get('/api/operations', { token: other.admin.token })).body.data;
    const total = (kind: string): number =>
      booked.reduce(
        (sum: number, item: { price: Record<string, number> }) =>
          sum + Math.round((item.price[kind] ?? 0) * 100),
        0,
      );
    for (const kind of ['discount', 'surcharge', 'fee', 'charged'])
      expect(Math.round(preview.totals[kind] * 100), kind).toBe(total(kind));
  }
});

test('a card has its planned price from its first day, and earlier orders have theirs', async () => {
  const { token } = staff;
  const plan = (id: number, json: Record<string, unknown>) =>
    api.post(`/staff/api/partners/${id}/card-price`, { token, json });
  const price = async () => (await api.get('/api/partner')).body.data[0].card_price;
  expect((await plan(1, { card_price: 5, first_day: TODAY })).status).toBe(400);
  expect((await plan(5, { card_price: 5, first_day: TOMORROW })).status).toBe(404);
  expect((await plan(1, { card_price: '300,50', first_day: TOMORROW })).body.data).toMatchObject({
    partner: { id: 1 },
    card_price: 300.5,
    current: false,
  });
  const before = await price();
  await api.put('/staff/api/partners/1', { token, json: { card_price: 200 } });
  expect(await price()).toBe(200);
  expect(before).not.toBe(200);
  api.clock.advanceSeconds(86_400);
  expect(await price()).toBe(300.5);
  const listed = (await api.get('/staff/api/card-prices', { token })).body.data;
  expect(
    listed.map((item: { card_price: number; current: boolean }) => [item.card_price, item.current]),
  ).toEqual([
    [300.5, true],
    [200, false],
  ]);
});
