import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortNumber } from '#contract/values/card-number.ts';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { PHONE_MESSAGE } from '#contract/values/phone.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let company: GivenCompany;
let others: GivenCompany;
let specialist: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  others = await givenCompany(api);
  specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
});

afterAll(() => api.stop());

const get = (path: string, person = company.admin) => api.get(path, { token: person.token });
const post = (path: string, input: ApiRequest = {}, person = company.admin) =>
  api.post(path, { token: person.token, ...input });

async function givenDriver(person = company.admin, about: object = {}): Promise<number> {
  const answer = await post('/api/drivers', { json: { name: 'Пётр', surname: 'Колесов', ...about } }, person);
  return answer.body.data.id;
}

const pickIds = (cards: { id: number }[]) => cards.map((card) => card.id);

describe('list of cards', () => {
  let owner: GivenCompany;
  let active: GivenCard;
  let blocked: GivenCard;
  let fresh: GivenCard;

  beforeAll(async () => {
    owner = await givenCompany(api);
    active = await givenCard(api, owner.id, { partnerId: PARTNER.gpn, balanceKopecks: 1234_50 });
    blocked = await givenCard(api, owner.id, { partnerId: PARTNER.rn, statusId: CARD_STATUS.blocked });
    fresh = await givenCard(api, owner.id, { partnerId: PARTNER.third, statusId: CARD_STATUS.notSetUp });
    await givenCard(api, others.id);
  });

  const list = async (query = '') => {
    const answer = await get(`/api/card${query}`, owner.admin);
    expect(answer.status).toBe(200);
    return pickIds(answer.body.data);
  };

  test('§7.24 the list shows only the company’s own cards', async () => {
    expect(await list()).toEqual([active.id, blocked.id, fresh.id]);
  });

  test('§2.54 §2.55 the list is filtered by partner and by status', async () => {
    expect(await list('?partner_id=1')).toEqual([blocked.id]);
    expect(await list('?status_id=5')).toEqual([fresh.id]);
    expect(await list('?partner_id=1&status_id=1')).toEqual([]);
    expect(await list('?partner_id=&status_id=')).toHaveLength(3);
    // The column that it is compared with holds less than a number of JSON does.
    expect(await list('?partner_id=2147483648')).toEqual([]);
  });

  test('§4.4 the status filter takes 3 for blocked as well', async () => {
    expect(await list('?status_id=3')).toEqual([blocked.id]);
    expect(await list('?status_id=2')).toEqual([blocked.id]);
  });

  test('§2.56 the list is filtered by driver, and searched by number, comment and driver', async () => {
    const driverId = await givenDriver(owner.admin, { surname: 'Баранкин' });
    await post(`/api/card/${active.id}/driver/${driverId}/set`, {}, owner.admin);
    await post(`/api/card/${fresh.id}/setComment`, { json: { comment: 'Запас 100%, Королёв' } }, owner.admin);
    expect(await list(`?driver_id=${driverId}`)).toEqual([active.id]);
    expect(await list(`?search=${encodeURIComponent('баран')}`)).toEqual([active.id]);
    expect(await list(`?search=${encodeURIComponent('100%')}`)).toEqual([fresh.id]);
    for (const name of ['королев', 'КОРОЛЁВ'])
      expect(await list(`?search=${encodeURIComponent(name)}`)).toEqual([fresh.id]);
    await post(`/api/card/${active.id}/setComment`, { json: { comment: 'Резерв  на  север' } }, owner.admin);
    for (const spaced of ['резерв на север', 'Резерв   на', 'резерв  север'])
      expect(await list(`?search=${encodeURIComponent(spaced)}`)).toEqual([active.id]);
    expect(await list(`?search=${blocked.number.slice(-6)}`)).toEqual([blocked.id]);
    // The numbers as screens and messages write them.
    for (const written of [shortNumber(blocked.number), `Карта ${shortNumber(blocked.number)}`])
      expect(await list(`?search=${encodeURIComponent(written)}`)).toEqual([blocked.id]);
    expect(await list(`?search=${encodeURIComponent("'; drop table card; --")}`)).toEqual([]);
  });

  test.each(['?partner_id=x', '?status_id=99', '?driver_id=-1', `?search=${'я'.repeat(101)}`])(
    '§4.3 a filter that makes no sense, or an unknown status, is the caller’s mistake: %s',
    async (query) => {
      expect((await get(`/api/card${query}`, owner.admin)).status).toBe(400);
    },
  );

  test('§6.4 the list is read by a specialist, not by a colleague without role or a session', async () => {
    expect((await get('/api/card', specialist)).status).toBe(200);
    const roleless = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await get('/api/card', roleless)).status).toBe(403);
    expect((await api.get('/api/card')).status).toBe(401);
  });

  test('§3.2 §3.4 §3.5 §7.26 §9.32 §9.33 one card says everything that its screen shows', async () => {
    const { body } = await get(`/api/card/${active.id}`, owner.admin);
    expect(body.data).toMatchObject({
      card_number: active.number,
      card_sum: 1234.5,
      partner: { id: 2 },
      status: { id: 1, title: 'Активна' },
      group_id: null,
      group: null,
      inProgressOperations: [],
      price: 1,
      limit: {
        unit_count: expect.any(Number),
        unit: { id: 'sum', title: expect.any(String) },
        period: { id: 'P1D', title: expect.any(String) },
      },
    });
    for (const group of body.data.goodsGroups)
      expect(group).toEqual({ type: expect.any(Number), value: expect.any(Number) });
    expect(body.data.goods).toContainEqual({
      cg_id: 301,
      title: 'ДТ',
      status_id: 1,
      treeItem: { id: 3 },
    });
  });

  test('another company’s card can’t be read', async () => {
    const foreign = await get(`/api/card/${active.id}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual((await get('/api/card/999999999')).body);
    expect((await get('/api/card/abc')).status).toBe(400);
  });

  test('a limit of all groups counts services, as one without groups does', async () => {
    const card = await givenCard(api, company.id, { balanceKopecks: 90_000_00 });
    await givenSales(api, card, [{ sum: 70_00, goods: 'Мойка', at: api.clock.now().toISOString() }]);
    for (const goodsGroups of [[], [3, 4, 5]]) {
      const json = { unit_count: 5000, unit_type: 'sum', period: 'P1D', goodsGroups };
      const { body } = await api.post(`/api/card/${card.id}/setLimit`, { token: company.admin.token, json });
      expect(body.data.limit).toMatchObject({ spent: 70, left: 4930 });
    }
  });

  test('the spent sum counts the limit’s goods of this Moscow day only', async () => {
    const card = await givenCard(api, owner.id);
    await sql`update card set limit_count = 500000, limit_unit = 'sum', limit_period = 'P1D', limit_goods_groups = '{3}'
      where id = ${card.id}`.execute(api.ctx.db.system);
    const insertPurchase = async (goodsId: number, sumKopecks: number, at: string, typeId = 11) =>
      sql`insert into operation (company_id, card_id, type_id, status_id, sum_kopecks, partner_id, goods_id, centilitres, created_at)
        values (${owner.id}, ${card.id}, ${typeId}, 1, ${sumKopecks}, 2, ${goodsId}, 1000, ${new Date(at)})`.execute(
        api.ctx.db.system,
      );
    await insertPurchase(301, 100_00, '2026-09-14T21:30:00Z');
    await insertPurchase(301, 50_00, '2026-09-14T20:30:00Z');
    await insertPurchase(402, 70_00, '2026-09-15T08:00:00Z');
    await insertPurchase(301, 30_00, '2026-09-15T08:30:00Z', 10);
    const { body } = await get(`/api/card/${card.id}`, owner.admin);
    expect(body.data.limit).toMatchObject({ spent: 70, left: 4930 });
  });

  test.each([
    ['P1D', '2026-09-15T23:59:59+03:00', '2026-09-16T00:00:00+03:00'],
    ['P1W', '2026-09-20T23:59:59+03:00', '2026-09-21T00:00:00+03:00'],
    ['P1M', '2026-09-30T23:59:59+03:00', '2026-10-01T00:00:00+03:00'],
    ['P3M', '2026-09-30T23:59:59+03:00', '2026-10-01T00:00:00+03:00'],
  ])(
    '§3.4 fuel of the next %s, from a station with a fast clock, is not spent in this one',
    async (period, last, next) => {
      const before = api.clock.now();
      // A sale that is dated further ahead waits for its day.
      api.clock.setTo(new Date(new Date(next).getTime() - 6 * 3_600_000));
      const late = await givenCompany(api);
      const card = await givenCard(api, late.id);
      await sql`update card set limit_count = 500000, limit_unit = 'sum', limit_period = ${period} where id = ${card.id}`.execute(
        api.ctx.db.system,
      );
      await givenSales(api, card, [
        { sum: 100_00, at: last },
        { sum: 7_00, at: next },
      ]);
      const { body } = await get(`/api/card/${card.id}`, late.admin);
      api.clock.setTo(before);
      expect(body.data.limit).toMatchObject({ spent: 100, left: 4900 });
    },
  );

  test('§3.2 a refund of yesterday’s purchase makes today’s spent neither negative nor less', async () => {
    const card = await givenCard(api, owner.id);
    await sql`update card set limit_count = 500000, limit_unit = 'sum', limit_period = 'P1D' where id = ${card.id}`.execute(
      api.ctx.db.system,
    );
    const sold = async (typeId: number, sumKopecks: number, at: string) =>
      sql`insert into operation (company_id, card_id, type_id, status_id, sum_kopecks, partner_id, goods_id, centilitres, created_at)
        values (${owner.id}, ${card.id}, ${typeId}, 1, ${sumKopecks}, 2, 301, 1000, ${new Date(at)})`.execute(
        api.ctx.db.system,
      );
    const readLimitNow = async () => (await get(`/api/card/${card.id}`, owner.admin)).body.data.limit;
    await sold(11, 500_00, '2026-09-14T10:00:00Z');
    await sold(10, 500_00, '2026-09-15T06:00:00Z');
    expect(await readLimitNow()).toMatchObject({ spent: 0, left: 5000 });
    await sold(11, 300_00, '2026-09-15T07:00:00Z');
    expect(await readLimitNow()).toMatchObject({ spent: 300, left: 4700 });
    await sold(10, 300_00, '2026-09-15T08:00:00Z');
    expect(await readLimitNow()).toMatchObject({ spent: 0, left: 5000 });
  });

  test('§3.2 a refund of yesterday’s purchase leaves today’s limit as it is', async () => {
    const card = await givenCard(api, owner.id);
    await sql`update card set limit_count = 500000, limit_unit = 'sum', limit_period = 'P1D' where id = ${card.id}`.execute(
      api.ctx.db.system,
    );
    const [yesterday, today] = [`${card.id}-1`, `${card.id}-2`];
    const readLimitNow = async () => (await get(`/api/card/${card.id}`, owner.admin)).body.data.limit;
    await givenSales(api, card, [
      { sum: 500_00, at: '2026-09-14T10:00:00Z', id: yesterday },
      { sum: 500_00, at: '2026-09-15T07:00:00Z', id: today },
      { sum: 500_00, at: '2026-09-15T08:00:00Z', refund: true, refundOf: yesterday },
    ]);
    expect(await readLimitNow()).toMatchObject({ spent: 500, left: 4500 });
    await givenSales(api, card, [{ sum: 500_00, at: '2026-09-15T08:30:00Z', refund: true, refundOf: today }]);
    expect(await readLimitNow()).toMatchObject({ spent: 0, left: 5000 });
  });
});

test('§7.25 §9.31 goods come in their groups', async () => {
  const { body } = await get('/api/goodsGroups');
  expect(body.data.map((group: { id: number }) => group.id)).toEqual([3, 4, 5]);
  expect(body.data[0].goods).toContainEqual({ cg_id: 301, title: 'ДТ', treeItem: { id: 3 } });
});

describe('§1.13 comments', () => {
  const comment = (cardId: number, text: unknown, person = company.admin) =>
    post(`/api/card/${cardId}/setComment`, { json: { comment: text } }, person);

  test('§7.28 §7.29 comments are stored as written, returned with the card, and can be cleared', async () => {
    const card = await givenCard(api, company.id);
    const written = await comment(card.id, '  <b>Камаз</b> А123ВС ');
    expect(written.body.data).toMatchObject({ id: card.id, comment: '<b>Камаз</b> А123ВС' });
    expect((await comment(card.id, '')).body.data.comment).toBe('');
  });

  test('comments have at most 255 characters', async () => {
    const card = await givenCard(api, company.id);
    expect((await comment(card.id, 'я'.repeat(255))).status).toBe(200);
    expect((await comment(card.id, 'я'.repeat(256))).status).toBe(400);
    expect((await comment(card.id, { a: 1 })).status).toBe(400);
  });

  test('calls 1: a request without the comment is refused and does not clear it', async () => {
    const card = await givenCard(api, company.id);
    await comment(card.id, 'Камаз');
    const answer = await comment(card.id, undefined);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.comment?.[0]).toMatch(/[а-я]/);
    const unchanged = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(unchanged.body.data.comment).toBe('Камаз');
  });

  test('comments are not written by a specialist, nor on another company’s card', async () => {
    const mine = await givenCard(api, company.id);
    const theirs = await givenCard(api, others.id);
    expect((await comment(mine.id, 'x', specialist)).status).toBe(403);
    expect((await comment(theirs.id, 'x')).status).toBe(404);
  });
});

describe('§1.12 drivers', () => {
  test('§3.3 §3.21 drivers are added with what the card shows of them', async () => {
    const input = { name: 'Иван', surname: 'Ёлкин', patronymic: 'Ильич', phone: '8 (900) 111-22-33' };
    const answer = await post('/api/drivers', { form: input });
    expect(answer.body.data).toMatchObject({
      id: expect.any(Number),
      name: 'Иван',
      surname: 'Ёлкин',
      initialName: 'И.',
      initialPatronymic: 'И.',
      phone: '79001112233',
    });
    const listed = await get('/api/drivers', specialist);
    expect(pickIds(listed.body.data)).toContain(answer.body.data.id);
    expect(pickIds((await get('/api/drivers', others.admin)).body.data)).not.toContain(answer.body.data.id);
  });

  test('a driver whose answer was lost is there once when he is added again', async () => {
    const owner = await givenCompany(api);
    const add = (surname: string, key = 'lost') =>
      post(
        '/api/drivers',
        { json: { name: 'Пётр', surname }, headers: { 'idempotency-key': key } },
        owner.admin,
      );
    const [first, same] = await Promise.all([add('Колесов'), add('Колесов')]);
    expect(same.body).toEqual(first.body);
    expect((await add('Колесов')).body).toEqual(first.body);
    expect((await add('Прицепов')).status).toBe(409);
    // A namesake.
    expect((await add('Колесов', 'other')).body.data.id).not.toBe(first.body.data.id);
    expect((await get('/api/drivers', owner.admin)).body.data).toHaveLength(2);
  });

  test('§3.21 a driver whose name begins with a surrogate pair has its whole initial', async () => {
    const driver = await post('/api/drivers', {
      json: { name: '😀Иван', surname: 'Ёлкин', patronymic: '𝔸' },
    });
    expect(driver.body.data).toMatchObject({ initialName: '😀.', initialPatronymic: '𝔸.' });
  });

  test.each([
    ['no name', { surname: 'Ёлкин' }],
    ['an empty surname', { name: 'Иван', surname: ' ' }],
    ['a phone that is none', { name: 'Иван', surname: 'Ёлкин', phone: '123' }],
    ['a name without end', { name: 'И'.repeat(101), surname: 'Ёлкин' }],
  ])('drivers with %s are refused', async (_, input) => {
    const answer = await post('/api/drivers', { json: input });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toBeDefined();
    if ('phone' in input) expect(answer.body.error_messages).toEqual({ phone: [PHONE_MESSAGE] });
  });

  test('§7.32 drivers are attached once however often, and taken off', async () => {
    const card = await givenCard(api, company.id);
    const driverId = await givenDriver();
    const at = (action: string) => post(`/api/card/${card.id}/driver/${driverId}/${action}`);
    await Promise.all([at('set'), at('set')]);
    const attached = await at('set');
    expect(pickIds(attached.body.data.drivers)).toEqual([driverId]);
    expect((await at('reset')).body.data.drivers).toEqual([]);
    expect((await at('reset')).status).toBe(200);
  });

  test('drivers of another company can’t be attached or removed, nor to its card', async () => {
    const mine = await givenCard(api, company.id);
    const theirs = await givenCard(api, others.id);
    const myDriver = await givenDriver();
    const theirDriver = await givenDriver(others.admin);
    const answers = [
      await post(`/api/card/${mine.id}/driver/${theirDriver}/set`),
      await post(`/api/card/${mine.id}/driver/${theirDriver}/reset`),
      await post(`/api/card/${theirs.id}/driver/${myDriver}/set`),
      await post(`/api/card/${mine.id}/driver/999999999/set`),
      await api.delete(`/api/drivers/${theirDriver}`, { token: company.admin.token }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect(pickIds((await get('/api/drivers', others.admin)).body.data)).toContain(theirDriver);
  });

  test('§6.6 §6.11 drivers are removed by a manager, from company and cards; by a specialist never', async () => {
    const card = await givenCard(api, company.id);
    const driverId = await givenDriver();
    await post(`/api/card/${card.id}/driver/${driverId}/set`);
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const remove = (person: GivenPerson) => api.delete(`/api/drivers/${driverId}`, { token: person.token });
    expect((await remove(specialist)).status).toBe(403);
    expect((await post(`/api/card/${card.id}/driver/${driverId}/reset`, {}, specialist)).status).toBe(403);
    expect((await remove(manager)).body.data).toEqual({ id: driverId });
    expect((await get(`/api/card/${card.id}`)).body.data.drivers).toEqual([]);
    expect((await remove(manager)).status).toBe(404);
  });

  test('§1.12 a driver on a card can’t be removed before the agreement or in maintenance', async () => {
    const owner = await givenCompany(api);
    const [onCard, free] = [await givenDriver(owner.admin), await givenDriver(owner.admin)];
    for (const partnerId of [PARTNER.gpn, PARTNER.third]) {
      const card = await givenCard(api, owner.id, { partnerId });
      await post(`/api/card/${card.id}/driver/${onCard}/set`, {}, owner.admin);
    }
    const remove = (driverId: number) => api.delete(`/api/drivers/${driverId}`, { token: owner.admin.token });
    const { system } = api.ctx.db;
    await sql`update company set terms_version = null, terms_accepted_at = null where id = ${owner.id}`.execute(
      system,
    );
    expect((await remove(onCard)).body).toEqual({ code: 403, message: 'Примите рамочное соглашение' });
    expect((await remove(free)).status).toBe(200);
    await sql`update company set terms_version = 1, terms_accepted_at = ${api.clock.now()} where id = ${owner.id}`.execute(
      system,
    );
    await sql`insert into maintenance values (3, 'Сеть обновляется', ${new Date('2026-09-15')}, ${new Date('2026-09-16')})`.execute(
      system,
    );
    expect((await remove(onCard)).body).toEqual({ code: 503, message: 'Сеть обновляется' });
    expect(pickIds((await get('/api/drivers', owner.admin)).body.data)).toContain(onCard);
    await sql`delete from maintenance where partner_id = 3`.execute(system);
    expect((await remove(onCard)).status).toBe(200);
  });

  test('§1.12 drivers with empty or null optional fields are added without them', async () => {
    for (const input of [
      { json: { name: 'Иван', surname: 'Ёлкин', patronymic: null, phone: null } },
      { json: { name: 'Иван', surname: 'Ёлкин', patronymic: '', phone: ' ' } },
      { form: { name: 'Иван', surname: 'Ёлкин', patronymic: '', phone: '' } },
    ]) {
      const answer = await post('/api/drivers', input);
      expect(answer.body).toMatchObject({ code: 200, data: { patronymic: null, phone: null } });
    }
  });

  test('drivers and comments wait while the card’s network is in maintenance', async () => {
    const card = await givenCard(api, company.id, { partnerId: PARTNER.other });
    const driverId = await givenDriver();
    await sql`insert into maintenance values (4, 'Сеть обновляется', ${new Date('2026-09-15')}, ${new Date('2026-09-16')})`.execute(
      api.ctx.db.system,
    );
    const answers = [
      await post(`/api/card/${card.id}/driver/${driverId}/set`),
      await post(`/api/card/${card.id}/driver/${driverId}/reset`),
      await post(`/api/card/${card.id}/setComment`, { json: { comment: 'x' } }),
    ];
    await sql`delete from maintenance`.execute(api.ctx.db.system);
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
  });
});
