import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS, OPERATION_STATUS, PARTNER, REQUEST_STATUS } from '#contract/ids.ts';
import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { freeInn, freshCode, givenIssuedOrder, order } from '../../../testing/givens/given-order.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { doJob } from '../../../compose/run-jobs.ts';
import { askForCards } from '../orders/ask-for-cards.ts';
import { finishVirtualCards } from './advance-replacements.ts';

let api: TestApi;
let company: GivenCompany;
let admin: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});
beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
  admin = company.admin;
});

const post = (path: string, json: object = {}, who = admin, key?: string) =>
  api.post(path, { token: who.token, json, ...(key !== undefined && { key }) });
const get = async (path: string, who = admin) => (await api.get(path, { token: who.token })).body.data;
const makeCard = (json: object = {}, key?: string) =>
  post('/api/cards/virtual', { partner_id: PARTNER.gpn, ...json }, admin, key);

async function made(path: string, json: object): Promise<number> {
  const { status, body } = await post(path, json);
  expect([path, status, body.message]).toEqual([path, 200, body.message]);
  return body.data.id;
}

/** Has the networks carry out everything that the company has asked of them. */
async function networksAnswer(): Promise<void> {
  const waiting = await rows<{ id: number }>(
    api.ctx.db.system,
    sql`select id from operation where company_id = ${company.id} and status_id = ${OPERATION_STATUS.inProgress} order by id`,
  );
  for (const { id } of waiting) await carryOutOperation(api.ctx, id);
  api.clock.advanceSeconds(11);
  await api.pollNetworks();
  await finishVirtualCards(api.ctx);
}

describe('a virtual card at once', () => {
  test('the networks say what they can at the pump', async () => {
    const [partner] = await get('/api/partner');
    expect(partner).toMatchObject({ virtual: true, pump: 'portal', active: true });
  });

  test('it is issued and set up in the call, with truck, driver, comment and rules', async () => {
    await givenIssuedOrder(api, admin);
    const driver = await made('/api/drivers', { surname: 'Волков', name: 'Пётр' });
    const vehicle = await made('/api/vehicles', { plate: 'А101ВС77', tank_litres: 400 });
    const rules = [
      { kind: 'goods', value: [301] },
      { kind: 'sum_day', value: 5000 },
    ];
    const json = { comment: 'Для рейса', vehicle_id: vehicle, driver_id: driver, rules };
    const { status, body } = await makeCard(json, `virtual-${company.id}`);
    expect([status, body.message]).toEqual([200, undefined]);
    const { card } = body.data;
    expect(card).toMatchObject({
      is_virtual: true,
      comment: 'Для рейса',
      status: { id: 1 },
      drivers: [{ id: driver }],
      vehicle: { id: vehicle },
    });
    const enabled = card.goods.filter(({ status_id: on }: { status_id: number }) => on === 1);
    expect(enabled.map(({ cg_id: id }: { cg_id: number }) => id)).toEqual([301]);
    expect((await get(`/api/card/${card.id}/rules`)).rules).toMatchObject(rules);
    const again = await makeCard(json, `virtual-${company.id}`);
    expect(again.body.data.card.id).toBe(card.id);
    const [newest] = await get('/api/cardsRequest');
    expect(newest).toMatchObject({ status: { id: REQUEST_STATUS.issued }, items: [{ is_virtual: true }] });
    expect(newest.delivery).toBeUndefined();
  });

  test('staff must have approved an order of the company before', async () => {
    const refused = await makeCard();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/первая заявка/)]);
    expect(await get('/api/card')).toEqual([]);
  });

  test('a specialist, an anonymous caller and another company’s truck are refused', async () => {
    await givenIssuedOrder(api, admin);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await post('/api/cards/virtual', { partner_id: 2 }, specialist)).status).toBe(403);
    expect((await api.post('/api/cards/virtual', { json: { partner_id: 2 } })).status).toBe(401);
    expect((await makeCard({ partner_id: 17 })).body.error_messages).toHaveProperty('partner_id');
    expect((await makeCard({ vehicle_id: 999_999 })).body.error_messages).toHaveProperty('vehicle_id');
    expect((await makeCard({ driver_id: 999_999 })).status).toBe(404);
    const strange = await makeCard({ rules: [{ kind: 'goods', value: [7] }] });
    expect(strange.body.error_messages).toHaveProperty('rules');
  });
});

describe('virtual cards in an order', () => {
  const virtual = { 'item[1][cards_cnt]': '1', 'item[1][partner_id]': '2', 'item[1][is_virtual]': '1' };

  test('a network stands once for plastic and once for virtual cards', async () => {
    const items = [{ partner: PARTNER.gpn, count: 2 }];
    const { body } = await order(api, admin, { items, more: virtual });
    expect(body.data.order.items).toMatchObject([
      { partner_id: 2, cards_cnt: 2, is_virtual: false },
      { partner_id: 2, cards_cnt: 1, is_virtual: true },
    ]);
    const edit = { ...virtual, _method: 'put', 'item[1][cards_cnt]': '3', 'item[0][cards_cnt]': '0' };
    const path = `/api/cardsRequest/${body.data.id}`;
    const edited = await order(api, admin, { items, path, more: edit });
    expect(edited.body.data.order.items).toMatchObject([{ cards_cnt: 3, is_virtual: true }]);
  });

  test('virtual cards of a known client need no approval, those of a new one do', async () => {
    const form = { 'item[0][cards_cnt]': '1', 'item[0][partner_id]': '2', 'item[0][is_virtual]': '1' };
    const place = async () =>
      (
        await api.post('/api/cardsRequest', {
          token: admin.token,
          form: { sms: await freshCode(api, admin), ...form },
        })
      ).body.data.id as number;
    const first = await place();
    expect((await get(`/api/cardsRequest/${first}`)).status.id).toBe(REQUEST_STATUS.created);
    await givenIssuedOrder(api, admin);
    const second = await place();
    await doJob(api.ctx, 'approve-request', { requestId: second });
    expect((await get(`/api/cardsRequest/${second}`)).status.id).toBe(REQUEST_STATUS.approved);
    const known = new Set((await get('/api/card')).map(({ id }: { id: number }) => id));
    await askForCards(api.ctx, (await get(`/api/cardsRequest/${second}`)).items[0].id);
    await networksAnswer();
    const cards: { id: number; status: { id: number } }[] = await get('/api/card');
    // The virtual one may pay for all goods of its network at once; the plastic ones wait for a choice.
    for (const { id, status } of cards)
      expect(status.id).toBe(known.has(id) ? CARD_STATUS.notSetUp : CARD_STATUS.active);
    expect(cards.length).toBe(known.size + 1);
  });
});

describe('a lost card', () => {
  let lost: GivenCard;
  beforeEach(async () => {
    await givenIssuedOrder(api, admin);
    lost = await givenCard(api, company.id, { balanceKopecks: 4_500_00 });
  });

  test('rules, truck, drivers and money move to its replacement by one call', async () => {
    const driver = await made('/api/drivers', { surname: 'Волков', name: 'Пётр' });
    await post(`/api/card/${lost.id}/driver/${driver}/set`);
    const vehicle = await made('/api/vehicles', { plate: 'А102ВС77', tank_litres: 400, card_ids: [lost.id] });
    await post(`/api/card/${lost.id}/setComment`, { comment: 'Тягач' });
    await api.put(`/api/card/${lost.id}/rules`, {
      token: admin.token,
      json: { rules: [{ kind: 'litres_day', value: 300 }] },
    });
    const { status, body } = await post(`/api/card/${lost.id}/replace`);
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.data).toMatchObject({ state: 'blocking', old_card: { id: lost.id }, moved_sum: null });
    const fresh = body.data.new_card.id;
    for (let step = 0; step < 4; step += 1) await networksAnswer();
    expect(await get(`/api/card/${lost.id}/replacement`)).toMatchObject({
      state: 'done',
      moved_sum: 4500,
      problem: null,
      blocked_at: expect.any(String),
    });
    expect(await get(`/api/card/${fresh}/replacement`)).toMatchObject({ old_card: { id: lost.id } });
    expect(await get(`/api/card/${lost.id}`)).toMatchObject({
      status: { id: 2 },
      card_sum: 0,
      drivers: [],
      vehicle: null,
    });
    expect(await get(`/api/card/${fresh}`)).toMatchObject({
      status: { id: 1 },
      card_sum: 4500,
      comment: 'Тягач',
      drivers: [{ id: driver }],
      vehicle: { id: vehicle },
    });
    expect((await get(`/api/card/${fresh}/rules`)).rules).toMatchObject([{ kind: 'litres_day', value: 300 }]);
    expect((await post(`/api/card/${lost.id}/replace`)).status).toBe(409);
  });

  test('the proof of the block names who asked and the second of the confirmation', async () => {
    await post(`/api/card/${lost.id}/replace`);
    const proof = () => api.get(`/api/card/${lost.id}/block-proof`, { token: admin.token });
    expect((await proof()).status).toBe(409);
    await networksAnswer();
    const { status, bytes } = await proof();
    expect(status).toBe(200);
    const text = readPdfText(bytes);
    expect(text).toContain(lost.number);
    expect(text).toMatch(/Сеть подтвердила\s+15\.09\.2026 \d\d:\d\d:\d\d МСК/);
    expect(text).toContain('покупок по карте нет');
    const other = await givenCompany(api);
    expect((await api.get(`/api/card/${lost.id}/block-proof`, { token: other.admin.token })).status).toBe(
      404,
    );
  });

  test('a network that takes each command twice moves the money once', async () => {
    api.setMood(() => 'twice');
    const { body } = await post(`/api/card/${lost.id}/replace`);
    for (let step = 0; step < 5; step += 1) {
      await networksAnswer();
      await finishVirtualCards(api.ctx);
    }
    api.setMood(() => undefined);
    expect((await get(`/api/card/${lost.id}`)).card_sum).toBe(0);
    expect((await get(`/api/card/${body.data.new_card.id}`)).card_sum).toBe(4500);
  });

  test('a network that refuses the payout leaves the money and says so', async () => {
    api.setMood(({ kind }) => (kind === 'move-from-card' ? 'refuse' : undefined));
    await post(`/api/card/${lost.id}/replace`);
    for (let step = 0; step < 3; step += 1) await networksAnswer();
    api.setMood(() => undefined);
    expect(await get(`/api/card/${lost.id}/replacement`)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/Деньги остались на прежней карте/),
    });
    expect((await get(`/api/card/${lost.id}`)).card_sum).toBe(4500);
  });

  test('a card that is not set up, another company’s and a specialist are refused', async () => {
    const raw = await givenCard(api, company.id, { statusId: 5 });
    expect((await post(`/api/card/${raw.id}/replace`)).status).toBe(400);
    const other = await givenCompany(api);
    expect((await post(`/api/card/${lost.id}/replace`, {}, other.admin)).status).toBe(404);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await post(`/api/card/${lost.id}/replace`, {}, specialist)).status).toBe(403);
  });
});

describe('the rule for first orders', () => {
  let staff: GivenPerson;
  beforeAll(async () => {
    staff = await givenStaff(api);
  });

  /** Enters the rule, which counts from the next day on, and lets that day begin. */
  async function setRule(max_cards: number, max_sum = 0): Promise<void> {
    const json = { part: 'approval', max_cards, max_sum };
    const waiting = await api.put('/staff/api/programme', { token: staff.token, json });
    expect([waiting.status, waiting.body.message]).toEqual([202, undefined]);
    expect((await api.confirm(waiting)).status).toBe(200);
    api.clock.advanceSeconds(24 * 3600);
  }

  /** A new company orders virtual cards. */
  async function join(count: number, more: Record<string, string> = {}) {
    const inn = freeInn();
    const person = await givenPerson(api);
    const items = [{ partner: PARTNER.gpn, count }];
    const virtual = { 'item[0][is_virtual]': '1', inn, ...more };
    const { status, body } = await order(api, person, { items, more: virtual });
    expect([status, body.message]).toEqual([200, undefined]);
    return { id: body.data.id as number, inn, person };
  }

  async function pay(inn: string): Promise<void> {
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn, sum: '20000.00' })));
  }

  /** Runs the jobs that wait for the rule; returns how many there were. */
  async function judge(): Promise<number> {
    const jobs = await askOwner<{ companyId: number }>(
      api,
      `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
       where task.id = job.task_id and task.identifier = 'approve-first-order'
       returning (job.payload ->> 'companyId')::float8 as "companyId"`,
    );
    for (const payload of jobs) await doJob(api.ctx, 'approve-first-order', payload);
    return jobs.length;
  }

  const readStatus = async ({ id, person }: { id: number; person: GivenPerson }) =>
    (await get(`/api/cardsRequest/${id}`, person)).status.id;

  test('is off by default: a paid first order waits for staff', async () => {
    const first = await join(1);
    await pay(first.inn);
    expect(await judge()).toBe(0);
    expect(await readStatus(first)).toBe(REQUEST_STATUS.created);
  });

  test('approves a small order once it is paid from the company’s own account', async () => {
    await setRule(2, 30_000);
    const first = await join(2, { add_sum: '20000' });
    await judge();
    expect(await readStatus(first)).toBe(REQUEST_STATUS.created);
    await pay(first.inn);
    expect(await judge()).toBe(1);
    expect(await readStatus(first)).toBe(REQUEST_STATUS.approved);
    const log = await api.get('/staff/api/audit?action=order-approved', { token: staff.token });
    expect(log.body.data[0]).toMatchObject({
      before: { status: 'created' },
      after: { status: 'approved' },
      changes: expect.arrayContaining([
        { label: 'Кто одобрил', before: null, after: 'правило программы' },
        { label: 'Виртуальных карт в заявке', before: null, after: '2' },
        { label: 'По реестру', before: null, after: COMPANY_STATE_TITLE.active },
      ]),
    });
  });

  test('leaves more cards, plastic, a larger sum and a dissolved company to staff', async () => {
    await setRule(1, 100);
    const left = [
      await join(2),
      await join(1, { 'item[0][is_virtual]': '0' }),
      await join(1, { add_sum: '101' }),
    ];
    const dissolved = await join(1);
    for (const { inn } of [...left, dissolved]) await pay(inn);
    const { find } = api.ctx.registry;
    api.ctx.registry.find = async (inn, before) => {
      const company = await find.call(api.ctx.registry, inn, before);
      return company && { ...company, state: inn === dissolved.inn ? 'liquidating' : company.state };
    };
    await judge();
    api.ctx.registry.find = find;
    for (const first of [...left, dissolved]) expect(await readStatus(first)).toBe(REQUEST_STATUS.created);
  });

  test('judges an order that the company makes smaller after it has paid', async () => {
    const first = await join(2);
    await pay(first.inn);
    await judge();
    const edit = { _method: 'put', 'item[0][is_virtual]': '1' };
    const items = [{ partner: PARTNER.gpn, count: 1 }];
    await order(api, first.person, { items, path: `/api/cardsRequest/${first.id}`, more: edit });
    await judge();
    expect(await readStatus(first)).toBe(REQUEST_STATUS.approved);
    await setRule(0);
  });
});
