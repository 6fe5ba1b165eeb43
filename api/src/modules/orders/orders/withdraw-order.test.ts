import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER, REQUEST_STATUS } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freeInn, givenOrder, order } from '../../../testing/givens/given-order.ts';
import { approveOrder } from './approve-order.ts';
import { askForCards } from './ask-for-cards.ts';
import { pollOrders } from './waiting-orders.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterEach(() => api.setMood(() => undefined));
afterAll(() => api.stop());

const withdraw = (id: number, reason = 'Компания передумала'): Promise<ApiResponse> =>
  api.post(`/staff/api/requests/${id}/withdraw`, { token: staff.token, json: { reason } });

async function readRequest({ token }: GivenPerson, id: number) {
  return (await api.get(`/api/cardsRequest/${id}`, { token })).body.data;
}

async function countIssuedCards(id: number): Promise<number> {
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`
      select count(*) from card join card_request_item item on item.id = card.request_item_id where item.request_id = ${id}`,
  );
  return count;
}

/** Creates an approved request of a company that stays in the programme by another request. */
async function givenApproved(count = 2) {
  const { admin } = await givenCompany(api);
  await givenOrder(api, admin);
  const made = await givenOrder(api, admin, [{ partner: PARTNER.gpn, count }]);
  await approveOrder(api.ctx, made.id);
  return { ...made, admin };
}

describe('an approved request', () => {
  test('a request is withdrawn before any network got it: the company reads why', async () => {
    const { id, itemIds, admin } = await givenApproved();
    await sql`update app_user set email_confirmed_at = created_at where id = ${admin.id}`.execute(
      api.ctx.db.system,
    );
    const { status, body } = await withdraw(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: { title: 'Заявка отозвана' },
      can_withdraw: false,
      issue_problem: null,
    });
    expect(body.data.withdrawn_at).toBe(api.clock.now().toISOString());
    expect(await readRequest(admin, id)).toMatchObject({
      status: { id: REQUEST_STATUS.rejected, title: 'Заявка отозвана' },
      reject_reason: 'Компания передумала',
      can_edit: false,
    });
    const emails = await rows(
      api.ctx.db.system,
      sql<{ kind: string; facts: object }>`select kind, facts from letter where user_id = ${admin.id}`,
    );
    expect(emails).toEqual([
      { kind: 'order-withdrawn', facts: { orderId: id, reason: 'Компания передумала' } },
    ]);
    await askForCards(api.ctx, itemIds[0] as number);
    api.clock.advanceSeconds(3600);
    await pollOrders(api.ctx);
    expect(await countIssuedCards(id)).toBe(0);
    expect((await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token })).status).toBe(409);
  });

  test('a withdrawal is once: the same reason again changes nothing, another is 409', async () => {
    const { id } = await givenApproved();
    expect((await withdraw(id)).status).toBe(200);
    expect((await withdraw(id)).status).toBe(200);
    const other = await withdraw(id, 'Другая');
    expect([other.status, other.body.message]).toEqual([
      409,
      'Заявка уже отозвана, компания видит причину «Компания передумала»',
    ]);
    const events = await rows(
      api.ctx.db.system,
      sql<{ after: object }>`
        select after from audit_event where what = 'order-withdrawn' and targets @> ${JSON.stringify([{ kind: 'request', id }])}::jsonb`,
    );
    expect(events).toEqual([{ after: { status: 'withdrawn', reason: 'Компания передумала' } }]);
  });

  test('it can’t be withdrawn once sent to its network; after a refusal it can', async () => {
    api.setMood(() => ({ kind: 'refuse', reason: 'Карты кончились' }) as never);
    const { id, itemIds } = await givenApproved();
    await sql`update card_request_item set attempts = 1 where id = ${itemIds[0]}`.execute(api.ctx.db.system);
    const requested = await withdraw(id);
    expect(requested.status).toBe(409);
    expect(requested.body.message).toContain('Сеть уже получила заказ');
    await sql`update card_request_item set issue_refusal = 'Карты кончились' where id = ${itemIds[0]}`.execute(
      api.ctx.db.system,
    );
    expect((await withdraw(id)).status).toBe(200);
  });

  test('an approved request that has a card already is not withdrawn', async () => {
    const { id, itemIds } = await givenApproved();
    await askForCards(api.ctx, itemIds[0] as number);
    api.clock.advanceSeconds(60);
    await api.pollNetworks();
    const refused = await withdraw(id);
    expect(refused.status).toBe(409);
    expect(await countIssuedCards(id)).toBe(2);
  });

  test('of a withdrawal and the job that calls the network at once one is done', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { id, itemIds, admin } = await givenApproved(1);
      const ask = () => askForCards(api.ctx, itemIds[0] as number);
      const [answer] =
        round % 2 === 0
          ? await Promise.all([withdraw(id), ask()])
          : await Promise.all([ask(), withdraw(id)]).then(([, second]) => [second]);
      api.clock.advanceSeconds(60);
      await api.pollNetworks();
      const { status } = await readRequest(admin, id);
      const cards = await countIssuedCards(id);
      expect([answer?.status, status.title, cards]).toEqual(
        answer?.status === 200 ? [200, 'Заявка отозвана', 0] : [409, 'Карты выпущены', 1],
      );
      ends.add(String(answer?.status));
    }
    expect(ends.size).toBeGreaterThan(0);
  });
});

test('a waiting, rejected or issued request is not withdrawn, with the way out', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  expect((await withdraw(id)).body.message).toBe('Заявка ещё не одобрена: её можно отклонить');
  await api.post(`/staff/api/requests/${id}/reject`, { token: staff.token, json: { reason: 'Нет' } });
  expect((await withdraw(id)).body.message).toBe('Заявка уже отклонена');
  expect((await withdraw(999_999)).status).toBe(404);
  expect((await withdraw(id, '')).status).toBe(400);
  expect((await withdraw(id, 'я'.repeat(501))).status).toBe(400);
});

test('a company whose only request is withdrawn leaves, and its INN is free again', async () => {
  const inn = freeInn();
  const person = await givenPerson(api);
  const made = await order(api, person, { more: { inn } });
  await approveOrder(api.ctx, made.body.data.id);
  expect((await withdraw(made.body.data.id)).status).toBe(200);
  const { body } = await api.get('/api/users/profile', { token: person.token });
  expect(body.data).toMatchObject({ company: null, rejection: { reason: 'Компания передумала' } });
  expect((await order(api, await givenPerson(api), { more: { inn } })).status).toBe(200);
});
