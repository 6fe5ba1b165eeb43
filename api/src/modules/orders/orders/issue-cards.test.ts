import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER, REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { manualClock } from '../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freeInn, freshCode, givenOrder, itemFields, order } from '../../../testing/givens/given-order.ts';
import { approveOrder } from './approve-order.ts';
import { askForCards } from './ask-for-cards.ts';
import { issueCards } from './issue-cards.ts';
import { pollOrders } from './waiting-orders.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterEach(() => api.setMood(() => undefined));

afterAll(() => api.stop());

interface Item {
  id: number;
  network_request_id: string;
  attempts: number;
  issued_at: Date | null;
  issue_refusal: string | null;
}

async function readItem(id: number): Promise<Item> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<Item>`select id, network_request_id, attempts, issued_at, issue_refusal from card_request_item where id = ${id}`,
  );
}

async function listIssuedCards(
  itemIds: number[],
): Promise<{ card_number: string; status_id: number; balance: number; comment: string }[]> {
  return rows(
    api.ctx.db.system,
    sql<{ card_number: string; status_id: number; balance: number; comment: string }>`
      select card.card_number, card.status_id, card.comment, account.balance_kopecks as balance
      from card join ledger_account account on account.card_id = card.id
      where card.request_item_id = any(${itemIds}::bigint[]) order by card.id`,
  );
}

/** Items that the queue holds a job for. */
async function listRequestedItems(): Promise<number[]> {
  const jobs = await askOwner<{ key: string }>(
    api,
    `select key from graphile_worker.jobs where task_identifier like 'issue-cards:%'`,
  );
  return jobs.map((job) => Number(job.key.split(':')[1]));
}

async function readStatus(
  person: GivenPerson,
  orderId: number,
  at = api,
): Promise<{ id: number; title: string }> {
  return (await at.get(`/api/cardsRequest/${orderId}`, { token: person.token })).body.data.status;
}

describe('staff read requests', () => {
  test('these calls don’t exist for a customer or an anonymous caller', async () => {
    const { admin } = await givenCompany(api);
    const { id } = await givenOrder(api, admin);
    expect((await api.get('/staff/api/requests', { token: admin.token })).status).toBe(404);
    expect((await api.post(`/staff/api/requests/${id}/approve`, { token: admin.token })).status).toBe(404);
    const reject = { json: { reason: 'x' } };
    expect(
      (await api.post(`/staff/api/requests/${id}/reject`, { token: admin.token, ...reject })).status,
    ).toBe(404);
    expect((await api.post(`/staff/api/requests/${id}/approve`)).status).toBe(401);
    expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.created });
  });

  test('requests are listed for all companies, newest first, and by status', async () => {
    const one = await givenCompany(api);
    const other = await givenCompany(api);
    const first = await givenOrder(api, one.admin);
    const second = await givenOrder(api, other.admin);
    await approveOrder(api.ctx, first.id);
    const all = await api.get('/staff/api/requests', { token: staff.token });
    const ids = all.body.data.map((request: { id: number }) => request.id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
    expect(all.body.data[0]).toMatchObject({
      company: { id: other.id, inn: other.inn },
      issue_problem: null,
    });
    const waiting = await api.get(`/staff/api/requests?status=${REQUEST_STATUS.created}`, {
      token: staff.token,
    });
    expect(waiting.body.data.map((request: { id: number }) => request.id)).not.toContain(first.id);
    expect((await api.get('/staff/api/requests?status=x', { token: staff.token })).status).toBe(400);
  });

  test('approving twice is harmless, an approved request can’t be rejected, none is 404', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    const first = await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token });
    expect(first.body.data.status.title).toBe(REQUEST_STATUS_TITLE[2]);
    const second = await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token });
    expect(second.body).toEqual(first.body);
    expect((await listRequestedItems()).filter((itemId) => itemId === itemIds[0])).toHaveLength(1);
    const rejected = await api.post(`/staff/api/requests/${id}/reject`, {
      token: staff.token,
      json: { reason: 'Нет' },
    });
    expect(rejected.status).toBe(409);
    expect((await api.post('/staff/api/requests/999999/approve', { token: staff.token })).status).toBe(404);
    const none = await api.post('/staff/api/requests/999999/reject', {
      token: staff.token,
      json: { reason: 'Нет' },
    });
    expect(none.status).toBe(404);
  });

  test('a rejected request shows its company why, and reaches no network', async () => {
    const { admin } = await givenCompany(api, { unallocatedKopecks: 1_00 });
    const { id, itemIds } = await givenOrder(api, admin);
    const path = `/staff/api/requests/${id}/reject`;
    expect((await api.post(path, { token: staff.token, json: {} })).body.error_messages?.reason).toHaveLength(
      1,
    );
    expect((await api.post(path, { token: staff.token, form: { reason: 'Нет договора' } })).status).toBe(200);
    const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
    expect(read.body.data).toMatchObject({
      status: { id: 4 },
      reject_reason: 'Нет договора',
      can_edit: false,
    });
    expect((await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token })).status).toBe(409);
    expect(await listRequestedItems()).not.toContain(itemIds[0]);
  });
});

describe('a request that is rejected already', () => {
  test('a rejected request can’t be rejected for another reason', async () => {
    const { admin } = await givenCompany(api, { unallocatedKopecks: 1_00 });
    const { id } = await givenOrder(api, admin);
    const reject = (reason: string) =>
      api.post(`/staff/api/requests/${id}/reject`, { token: staff.token, form: { reason } });
    expect((await reject('Нет договора')).status).toBe(200);
    const other = await reject('Другое');
    expect([other.status, other.body.message]).toEqual([
      409,
      'Заявка уже отклонена, компания видит причину «Нет договора»',
    ]);
    const again = await reject('Нет договора');
    expect([again.status, again.body.data?.reject_reason]).toEqual([200, 'Нет договора']);
  });
});

describe('a network issues the cards', () => {
  test('two networks each issue theirs; the request is issued with the last of them', async () => {
    const { admin } = await givenCompany(api);
    const items = [
      { partner: PARTNER.gpn, count: 3 },
      { partner: PARTNER.third, count: 1 },
    ];
    const { id, itemIds } = await givenOrder(api, admin, items);
    await approveOrder(api.ctx, id);
    expect(await listRequestedItems()).toEqual(expect.arrayContaining(itemIds));
    await askForCards(api.ctx, itemIds[0]!);
    await api.pollNetworks();
    expect(await listIssuedCards(itemIds)).toEqual([]);

    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    expect(await listIssuedCards(itemIds)).toHaveLength(3);
    expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.approved });

    await askForCards(api.ctx, itemIds[1]!);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    const cards = await listIssuedCards(itemIds);
    expect(cards).toHaveLength(4);
    for (const card of cards)
      expect(card).toMatchObject({ status_id: CARD_STATUS.notSetUp, balance: 0, comment: '' });
    expect(await readStatus(admin, id)).toEqual({ id: 3, title: REQUEST_STATUS_TITLE[3] });
    const act = await api.get(`/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`, { token: admin.token });
    expect(act.status).toBe(200);
  });

  test('a second approval while the network works orders no cards again', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    const known = (await api.ctx.getNetwork(PARTNER.gpn).cardStates()).length;
    await approveOrder(api.ctx, id);
    await askForCards(api.ctx, itemIds[0]!);
    await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token });
    await askForCards(api.ctx, itemIds[0]!);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    expect(await listIssuedCards(itemIds)).toHaveLength(2);
    expect(await api.ctx.getNetwork(PARTNER.gpn).cardStates()).toHaveLength(known + 2);
  });

  test('cards reported again, at once and later, are issued once', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    await approveOrder(api.ctx, id);
    const { network_request_id: requestId } = await readItem(itemIds[0]!);
    const cards = [
      { number: '7005899999999901', isVirtual: false },
      { number: '7005899999999902', isVirtual: true },
    ];
    await Promise.all([issueCards(api.ctx, requestId, cards), issueCards(api.ctx, requestId, cards)]);
    await issueCards(api.ctx, requestId, [{ number: '7005899999999903', isVirtual: false }]);
    expect((await listIssuedCards(itemIds)).map((card) => card.card_number)).toEqual(
      cards.map((card) => card.number),
    );
    await issueCards(api.ctx, '00000000-0000-4000-8000-000000000000', cards);
  });

  test('a feed that repeats its answer, and a job that runs twice, issue once', async () => {
    api.setMood(() => 'twice');
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    await approveOrder(api.ctx, id);
    await Promise.all([askForCards(api.ctx, itemIds[0]!), askForCards(api.ctx, itemIds[0]!)]);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    await api.pollNetworks();
    await askForCards(api.ctx, itemIds[0]!);
    expect(await listIssuedCards(itemIds)).toHaveLength(2);
  });

  test('a card number that another company already has is left to it', async () => {
    const first = await givenCompany(api);
    const other = await givenCompany(api);
    const taken = { number: '7005899999999911', isVirtual: false };
    const one = await givenOrder(api, first.admin);
    await approveOrder(api.ctx, one.id);
    await issueCards(api.ctx, (await readItem(one.itemIds[0]!)).network_request_id, [taken]);
    const two = await givenOrder(api, other.admin);
    await approveOrder(api.ctx, two.id);
    await issueCards(api.ctx, (await readItem(two.itemIds[0]!)).network_request_id, [taken]);
    expect(await listIssuedCards(one.itemIds)).toHaveLength(1);
    expect(await listIssuedCards(two.itemIds)).toHaveLength(0);
  });
});

describe('the network does not do as asked', () => {
  test('a network that refuses leaves the item waiting until staff approve again', async () => {
    api.setMood(() => 'refuse');
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    await approveOrder(api.ctx, id);
    await askForCards(api.ctx, itemIds[0]!);
    const refused = await readItem(itemIds[0]!);
    expect(refused.issue_refusal).toContain('Сеть отказала');
    const shown = await api.get('/staff/api/requests?status=2', { token: staff.token });
    expect(shown.body.data[0].issue_problem).toMatch(/^Газпромнефть: Сеть отказала/);
    expect(
      JSON.stringify((await api.get(`/api/cardsRequest/${id}`, { token: admin.token })).body),
    ).not.toContain('отказала');
    api.clock.advanceSeconds(3600);
    await pollOrders(api.ctx);
    expect((await readItem(itemIds[0]!)).attempts).toBe(1);

    api.setMood(() => undefined);
    await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token });
    await askForCards(api.ctx, itemIds[0]!);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    expect((await readItem(itemIds[0]!)).network_request_id).not.toBe(refused.network_request_id);
    expect(await listIssuedCards(itemIds)).toHaveLength(2);
    expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.issued });
  });

  test('too few or no cards in a response leave the request visibly incomplete', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin, [{ partner: PARTNER.gpn, count: 10 }]);
    const itemId = itemIds[0]!;
    const requested: number[] = [];
    /** Answers with the cards that it has, whatever number is requested. */
    const answering = (numbers: number[] | null) => ({
      ...api.ctx,
      getNetwork: () =>
        ({
          send: async ({ count }: { count: number }) => {
            requested.push(count);
            const cards = numbers?.map((at) => ({ number: `70058999999993${at}`, isVirtual: false }));
            return { state: 'done', ...(cards ? { cards } : {}) };
          },
        }) as unknown as FuelNetwork,
    });
    const approve = async () =>
      (await api.post(`/staff/api/requests/${id}/approve`, { token: staff.token })).body.data;
    const problem = async () => {
      const { body } = await api.get('/staff/api/requests?status=2', { token: staff.token });
      return body.data.find((item: { id: number }) => item.id === id)?.issue_problem;
    };
    await approve();
    for (const [numbers, phrase] of [
      [null, 'Сеть выпустила 0\u00a0карт из 10'],
      [[], 'Сеть выпустила 0\u00a0карт из 10'],
      [[10], 'Сеть выпустила 1\u00a0карту из 10'],
      [[11, 12], 'Сеть выпустила 3\u00a0карты из 10'],
      [[13, 14], 'Сеть выпустила 5\u00a0карт из 10'],
    ] as const) {
      await askForCards(answering(numbers && [...numbers]), itemId);
      expect(await problem()).toBe(`Газпромнефть: ${phrase}`);
      expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.approved });
      // Only staff can request it again.
      api.clock.advanceSeconds(3600);
      await pollOrders(api.ctx);
      await askForCards(answering([99]), itemId);
      expect(await approve()).toMatchObject({ issue_problem: null });
    }
    await askForCards(answering([20, 21, 22, 23, 24]), itemId);
    expect(requested).toEqual([10, 10, 10, 9, 7, 5]);
    expect(await listIssuedCards(itemIds)).toHaveLength(10);
    expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.issued });
  });

  test('a connection that breaks after the network received it issues the cards once', async () => {
    api.setMood(() => 'drop');
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    await approveOrder(api.ctx, id);
    await askForCards(api.ctx, itemIds[0]!);
    api.clock.advanceSeconds(20);
    await askForCards(api.ctx, itemIds[0]!);
    expect(await listIssuedCards(itemIds)).toHaveLength(2);
    await api.pollNetworks();
    expect(await listIssuedCards(itemIds)).toHaveLength(2);
  });

  test('a process that dies before its call leaves an item that another one continues', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    await approveOrder(api.ctx, id);
    // The queue lost the job with the process.
    await askOwner(api, `select graphile_worker.remove_job('request-item:${itemIds[0]}')`);
    expect(await listRequestedItems()).not.toContain(itemIds[0]);
    await pollOrders(api.ctx);
    expect(await listRequestedItems()).not.toContain(itemIds[0]);
    api.clock.advanceSeconds(6);
    await pollOrders(api.ctx);
    expect(await listRequestedItems()).toContain(itemIds[0]);
  });

  test('a network that can not be reached is asked later and later', async () => {
    const silent = {
      send: async () => Promise.reject(new NetworkUnavailable('silence')),
      ask: async () => Promise.reject(new NetworkUnavailable('silence')),
    } as unknown as FuelNetwork;
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, admin);
    const ctx = { ...api.ctx, getNetwork: () => silent };
    await askForCards(ctx, itemIds[0]!);
    expect((await readItem(itemIds[0]!)).attempts).toBe(0);
    await approveOrder(ctx, id);
    for (let attempt = 0; attempt < 7; attempt++) await askForCards(ctx, itemIds[0]!);
    const next = await getOnlyRow(
      api.ctx.db.system,
      sql<{ next_attempt_at: Date }>`select next_attempt_at from card_request_item where id = ${itemIds[0]}`,
    );
    expect(next.next_attempt_at.getTime() - api.clock.now().getTime()).toBe(900_000);
    expect(await readStatus(admin, id)).toMatchObject({ id: REQUEST_STATUS.approved });
  });
});

describe('the demonstration programme', () => {
  test('a newcomer’s request is approved, sent and issued without staff', async () => {
    // The queue uses the machine's time. For a clock behind it every job is due.
    const clock = manualClock(new Date(Date.now() - 3600_000));
    const demo = await startApi({ env: { DEMO: '1' }, overrides: { clock } });
    try {
      const person = await givenPerson(demo);
      const { id } = (await order(demo, person, { more: { inn: freeInn() } })).body.data;
      const status = async () =>
        (await demo.get(`/api/cardsRequest/${id}`, { token: person.token })).body.data.status.id;
      await expect.poll(status).toBe(REQUEST_STATUS.approved);
      const attempts = async () =>
        (await rows(demo.ctx.db.system, sql<{ attempts: number }>`select attempts from card_request_item`))[0]
          ?.attempts;
      await expect.poll(attempts).toBeGreaterThan(0);
      // The network takes ten seconds from receiving the command.
      await expect
        .poll(async () => {
          demo.clock.advanceSeconds(11);
          await demo.pollNetworks();
          return status();
        })
        .toBe(REQUEST_STATUS.issued);
    } finally {
      await demo.stop();
    }
  });

  test('a request waits three seconds before it is approved, and is edited meanwhile', async () => {
    const demo = await startApi({ env: { DEMO: '1' }, jobs: false });
    try {
      const person = await givenPerson(demo);
      const input = { sms: await freshCode(demo, person), more: { inn: freeInn() } };
      const { id } = (await order(demo, person, input)).body.data;
      const jobs = await askOwner<{ run_at: Date }>(
        demo,
        `select run_at from graphile_worker.jobs where task_identifier = 'approve-request'`,
      );
      expect(jobs.map((job) => job.run_at.getTime() - demo.clock.now().getTime())).toEqual([3000]);
      const form = {
        _method: 'put',
        sms: await freshCode(demo, person),
        ...itemFields([{ partner: 2, count: 4 }]),
      };
      const edited = await demo.post(`/api/cardsRequest/${id}`, { token: person.token, form });
      expect(edited.body.data.order.items).toMatchObject([{ cards_cnt: 4 }]);
      await approveOrder(demo.ctx, id);
      expect(await readStatus(person, id, demo)).toMatchObject({ id: REQUEST_STATUS.approved });
    } finally {
      await demo.stop();
    }
  });
});
