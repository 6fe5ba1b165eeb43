import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const TODAY = '2026-09-15';
const PATH = '/staff/api/purchase-terms';

function create(json: Record<string, unknown>, token = staff.token) {
  const input = { partner_id: PARTNER.gpn, pricing: 'percent', rate: 3, first_day: TODAY, ...json };
  return api.post(PATH, { token, json: input });
}

function events(what: string): Promise<{ before: unknown; after: unknown }[]> {
  return rows(
    api.ctx.db.system,
    sql`select before, after from audit_event where what = ${what} order by id desc limit 1`,
  );
}

test('a purchase term is entered, listed and ended; the audit log has both', async () => {
  const created = await create({
    goods_kind: 'diesel',
    pricing: 'litre',
    rate: '1,25',
    bonus: 0.5,
    first_day: '2026-06-01',
    last_day: '2026-12-31',
    note: 'Договор 17',
  });
  expect(created.status).toBe(200);
  expect(created.body.data).toMatchObject({
    partner: { id: PARTNER.gpn, title: 'Газпромнефть' },
    goods: null,
    goods_kind: 'diesel',
    pricing: 'litre',
    rate: 1.25,
    bonus: 0.5,
    first_day: '2026-06-01',
    last_day: '2026-12-31',
    state: 'current',
    created_by: 'Сотрудник программы',
    ended: null,
  });
  const { id } = created.body.data;
  expect((await events('purchase-term-created'))[0]).toMatchObject({ after: { rate: 125, bonusRate: 50 } });
  const listed = (await api.get(PATH, { token: staff.token })).body.data;
  expect(listed.find((item: { id: number }) => item.id === id)).toEqual(created.body.data);

  const end = (json: Record<string, unknown>) =>
    api.post(`${PATH}/${id}/end`, { token: staff.token, json: { reason: 'Новый договор', ...json } });
  expect((await end({ last_day: '2027-01-01' })).status).toBe(400);
  expect((await end({ reason: '' })).status).toBe(400);
  const ended = await end({ last_day: '2026-08-31' });
  expect(ended.body.data).toMatchObject({
    state: 'ended',
    last_day: '2026-08-31',
    ended: { reason: 'Новый договор' },
  });
  expect((await events('purchase-term-ended'))[0]).toMatchObject({
    before: { lastDay: '2026-12-31' },
    after: { lastDay: '2026-08-31' },
  });
  expect((await end({})).status).toBe(409);
});

test('a term that is ended before its first day is withdrawn', async () => {
  const { id } = (await create({ partner_id: PARTNER.third, first_day: '2026-10-01' })).body.data;
  const json = { reason: 'Ошибка' };
  const ended = await api.post(`${PATH}/${id}/end`, { token: staff.token, json });
  expect(ended.body.data).toMatchObject({ state: 'withdrawn', last_day: '2026-09-30' });
});

test('of two terms of the same scope the list shows which one holds', async () => {
  const scope = { partner_id: PARTNER.third, goods: 'ДТ' };
  const newer = (await create({ ...scope, rate: 5, first_day: '2026-09-01' })).body.data;
  const older = (await create({ ...scope, goods: ' дт', rate: 4, first_day: '2026-08-01' })).body.data;
  const listed = (await api.get(PATH, { token: staff.token })).body.data;
  const states = new Map(listed.map((item: { id: number; state: string }) => [item.id, item.state]));
  expect([states.get(newer.id), states.get(older.id)]).toEqual(['current', 'replaced']);
});

test('invalid values are refused with a sentence beside their field', async () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ partner_id: '' }, 'partner_id'],
    [{ partner_id: 20 }, 'partner_id'],
    [{ rate: '' }, 'rate'],
    [{ rate: 50.01 }, 'rate'],
    [{ rate: 1.001 }, 'rate'],
    [{ pricing: 'fixed', rate: 0 }, 'rate'],
    [{ pricing: 'gift' }, 'pricing'],
    [{ bonus: 21 }, 'bonus'],
    [{ goods: 'ДТ', goods_kind: 'diesel' }, 'goods'],
    [{ goods_kind: 'coal' }, 'goods_kind'],
    [{ first_day: '2026-02-30' }, 'first_day'],
    [{ last_day: '2026-09-14' }, 'last_day'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ];
  for (const [input, field] of refused) {
    const answer = await create(input);
    expect(answer.status, JSON.stringify(input)).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0], JSON.stringify(input)).toMatch(/[а-я]/);
  }
  const end = await api.post(`${PATH}/999999999/end`, { token: staff.token, json: { reason: 'x' } });
  expect(end.status).toBe(404);
});

test('an auditor reads, a treasurer enters; to a customer the calls do not exist', async () => {
  const { admin } = await givenCompany(api);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  expect((await api.get(PATH, { token: auditor.token })).status).toBe(200);
  expect((await create({}, auditor.token)).status).toBe(403);
  expect((await create({ partner_id: PARTNER.other }, treasurer.token)).status).toBe(200);
  expect((await create({}, admin.token)).status).toBe(404);
  expect((await api.get(PATH, { token: admin.token })).status).toBe(404);
});

test('a term waits for a second person', async () => {
  const alone = await startApi({ jobs: false });
  try {
    const { token } = await givenStaff(alone);
    const json = { partner_id: PARTNER.gpn, pricing: 'percent', rate: 3, first_day: TODAY };
    const answer = await alone.post(PATH, { token, json });
    expect(answer.status).toBe(202);
    expect((await alone.get(PATH, { token })).body.data).toEqual([]);
    const [proposal] = (await alone.get('/staff/api/approvals?state=waiting', { token })).body.data;
    expect(proposal.about).toMatchObject({ kind: 'purchase-term', key: { partner_id: PARTNER.gpn } });
    expect(proposal.details).toContainEqual({ title: 'Что', value: 'всё топливо и товары' });
  } finally {
    await alone.stop();
  }
});

test('the preview prices last month’s purchases, and a nearer term keeps its own', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const card = await givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 100_000_00 });
  await givenSales(api, card, [
    { sum: 5000_01, at: '2026-08-10T10:00:00Z', goods: 'ДТ', litres: 80 },
    { sum: 3000_00, at: '2026-08-11T10:00:00Z', goods: 'АИ-95', litres: 50 },
    { sum: 600_00, at: '2026-08-12T10:00:00Z', goods: 'Мойка', litres: 1 },
    { sum: 1000_01, at: '2026-08-13T10:00:00Z', goods: 'ДТ', litres: 16, refund: true },
    // Not in August by Moscow time.
    { sum: 1_00, at: '2026-08-31T21:00:00Z' },
  ]);
  await create({ partner_id: PARTNER.rn, rate: 2, first_day: '2026-08-01' });
  await create({ partner_id: PARTNER.rn, goods: ' аи-95', rate: 10, first_day: '2026-08-01' });
  const preview = async (json: Record<string, unknown>) =>
    (
      await api.post(`${PATH}/preview`, {
        token: staff.token,
        json: { partner_id: PARTNER.rn, first_day: TODAY, ...json },
      })
    ).body.data;
  const period = { date_from: '2026-08-01', date_to: '2026-08-31' };
  // 5000.01 - 1000.01 + 600 at the station, now less 2 %: 100.00 - 20.00 + 12.00.
  expect(await preview({ pricing: 'percent', rate: 5 })).toEqual({
    ...period,
    sales: 2,
    sum: 4600,
    cost: 4370,
    cost_now: 4508,
  });
  // 64 litres of diesel at 50 rubles; a washing has no litres.
  expect(await preview({ pricing: 'fixed', rate: 50 })).toEqual({
    ...period,
    sales: 1,
    sum: 4000,
    cost: 3200,
    cost_now: 3920,
  });
  expect(await preview({ pricing: 'litre', rate: 1, bonus: 1, goods_kind: 'petrol' })).toMatchObject({
    sales: 0,
    sum: 0,
    cost: 0,
    cost_now: 0,
  });
});
