import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  readUnallocated,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';
import { givenKey, type GivenKey } from '../../../testing/givens/given-key.ts';

let api: TestApi;
let ours: GivenCompany;
let card: { id: number };

beforeAll(async () => {
  api = await startApi();
  ours = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  card = await givenCard(api, ours.id);
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

let serial = 0;
const transfer = (
  by: GivenKey,
  sum: number | string,
  key = `t${(serial += 1)}`,
  id = card.id,
): Promise<ApiResponse> =>
  api.post(`/api/v1/cards/${id}/transfer`, { headers: by.headers, key, json: { sum } });

async function movedToday(by: GivenKey): Promise<number> {
  const { body } = await api.get('/api/keys', { token: ours.admin.token });
  return body.data.find((item: { id: number }) => item.id === by.id).moved_today;
}

describe('a transfer by key', () => {
  test('a key’s transfer moves money to the card without a code, as the card then shows', async () => {
    const by = await givenKey(api, ours, ['money:write'], { daily_sum: 1000 });
    const before = await readUnallocated(api, ours);
    const { status, body } = await transfer(by, '100,50');
    expect(status, body.message).toBe(200);
    expect(body.data.id).toBe(card.id);
    expect(await readUnallocated(api, ours)).toBe(before - 100.5);
    expect(await movedToday(by)).toBe(100.5);
  });

  test('a key’s transfer needs Idempotency-Key, and a repeat has the first response', async () => {
    const by = await givenKey(api, ours, ['money:write'], { daily_sum: 1000 });
    const bare = await api.post(`/api/v1/cards/${card.id}/transfer`, {
      headers: by.headers,
      json: { sum: 5 },
    });
    expect([bare.status, bare.body.message]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    const before = await readUnallocated(api, ours);
    const first = await transfer(by, 300, 'once');
    const again = await transfer(by, 300, 'once');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await transfer(by, 301, 'once')).status).toBe(409);
    expect(await movedToday(by)).toBe(300);
    expect(await readUnallocated(api, ours)).toBe(before - 300);
  });

  test('a transfer names its operation, and the feed has it under its request key', async () => {
    const by = await givenKey(api, ours);
    const answers = await Promise.all([transfer(by, 11, 'order-1'), transfer(by, 11, 'order-2')]);
    const ids = answers.map(({ body }) => body.data.operation_id as number);
    expect(new Set(ids).size).toBe(2);
    expect((await transfer(by, 11, 'order-1')).body.data.operation_id).toBe(ids[0]);
    await waitForAnnouncedEvents(api);
    const listMessages = async (): Promise<unknown[]> => {
      const { body } = await api.get('/api/v1/events?limit=1000', { headers: by.headers });
      return body.data
        .filter((event: { data: { request_key?: string } }) => event.data.request_key?.startsWith('order-'))
        .map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
          type,
          data.id,
          data.request_key,
        ]);
    };
    await expect.poll(listMessages).toEqual(
      expect.arrayContaining(
        ids.flatMap((id, at) => [
          ['operation.created', id, `order-${at + 1}`],
          ['operation.changed', id, `order-${at + 1}`],
        ]),
      ),
    );
  });

  test('a key’s request keys are its own, apart from another key’s and its maker’s', async () => {
    const [one, other] = [await givenKey(api, ours), await givenKey(api, ours)];
    expect((await transfer(one, 10, 'same')).status).toBe(200);
    expect((await transfer(other, 20, 'same')).status).toBe(200);
    const json = { accounts: [{ partner_id: 1, sum: 1 }] };
    const own = await api.post(`/api/client/${ours.id}/accounts`, {
      token: ours.admin.token,
      key: 'same',
      json,
    });
    expect(own.status).toBe(200);
  });

  test('a key’s transfer goes to the listed cards alone', async () => {
    const listed = await givenCard(api, ours.id);
    const by = await givenKey(api, ours, ['money:write'], { cards: [listed.id] });
    expect((await transfer(by, 10, undefined, listed.id)).status).toBe(200);
    const { status, body } = await transfer(by, 10);
    expect([status, body.message]).toEqual([403, 'Этот ключ не переводит деньги на эту карту']);
  });

  test('a key’s transfer beyond the day’s sum is refused with the rest of that sum', async () => {
    const by = await givenKey(api, ours, ['money:write'], { daily_sum: 100 });
    expect((await transfer(by, 60)).status).toBe(200);
    const { status, body } = await transfer(by, 50);
    expect(status).toBe(400);
    expect(body.error_messages?.sum?.[0]).toMatch(/Сегодня ключ может перевести ещё 40,00/);
    expect((await transfer(by, 40)).status).toBe(200);
    expect((await transfer(by, '0,01')).body.message).toContain('исчерпана');
    const now = api.clock.now();
    api.clock.setTo('2026-09-15T21:00:00Z');
    expect((await transfer(by, 100)).status).toBe(200);
    api.clock.setTo(now);
  });

  test('a key’s transfer without money on the account is not counted', async () => {
    const poor = await givenCompany(api, { unallocatedKopecks: 50_00 });
    const theirs = await givenCard(api, poor.id);
    const by = await givenKey(api, poor, ['money:write'], { daily_sum: 60 });
    expect((await transfer(by, 55, undefined, theirs.id)).body.message).toContain('Недостаточно средств');
    expect((await transfer(by, 50, undefined, theirs.id)).status).toBe(200);
  });

  test('forty transfers by key at once never exceed the sum of the day', async () => {
    const by = await givenKey(api, ours, ['money:write'], { daily_sum: 500 });
    const before = await readUnallocated(api, ours);
    const sums = Array.from({ length: 40 }, (_, at) => 7 + ((at * 13) % 90));
    const answers = await Promise.all(sums.map((sum) => transfer(by, sum)));
    const moved = sums.filter((_, at) => answers[at]?.status === 200).reduce((all, sum) => all + sum, 0);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(moved).toBeGreaterThan(400);
    expect(moved).toBeLessThanOrEqual(500);
    expect(await movedToday(by)).toBe(moved);
    expect(await readUnallocated(api, ours)).toBe(before - moved);
  });

  test('of twenty repeats of one request at once one moves its money', async () => {
    const by = await givenKey(api, ours, ['money:write'], { daily_sum: 500 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(by, 30, 'twenty')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await movedToday(by)).toBe(30);
  });

  test('a key’s transfer and limit are in the company’s log under the name of the key', async () => {
    const by = await givenKey(api, ours, ['money:write', 'limits:write'], { title: '1С Логистика' });
    expect((await transfer(by, 12)).status).toBe(200);
    const limit = { unit_count: 500, unit_type: 'sum', period: 'P1D' };
    const set = await api.post(`/api/v1/cards/${card.id}/limit`, { headers: by.headers, json: limit });
    expect(set.status, set.body.message).toBe(200);
    const log = await api.get(`/api/audit?target=key:${by.id}`, { token: ours.admin.token });
    const logged = log.body.data.map((item: { action: string; actor: { name: string } }) => [
      item.action,
      item.actor.name,
    ]);
    expect(logged).toEqual(
      expect.arrayContaining([
        ['transferByKey', 'Ключ «1С Логистика»'],
        ['setCardLimit', 'Ключ «1С Логистика»'],
        ['key-made', 'Анна Дорожкина'],
      ]),
    );
    const lines = await rows(
      api.ctx.db.system,
      sql<{ line: string }>`select to_jsonb(event)::text as line from audit_event event`,
    );
    expect(lines.map(({ line }) => line).join()).not.toContain(by.key);
  });
});

describe('a payout by key', () => {
  const payOut = (by: GivenKey, sum: number | string, key?: string, id = card.id): Promise<ApiResponse> =>
    api.post(`/api/v1/cards/${id}/payout`, { headers: by.headers, ...(key && { key }), json: { sum } });

  test('a key’s payout needs no code, happens once per key, and uses up no day’s sum', async () => {
    const full = await givenCard(api, ours.id, { balanceKopecks: 700_00 });
    const by = await givenKey(api, ours, ['payouts:write']);
    const before = await readUnallocated(api, ours);
    const first = await payOut(by, '200,50', 'out-1', full.id);
    expect([first.status, first.body.data.operation_id]).toEqual([200, expect.any(Number)]);
    expect((await payOut(by, '200,50', 'out-1', full.id)).body).toEqual(first.body);
    expect((await payOut(by, 201, 'out-1', full.id)).status).toBe(409);
    expect((await payOut(by, 1, undefined, full.id)).status).toBe(400);
    await expect.poll(() => readUnallocated(api, ours)).toBe(before + 200.5);
    const more = await payOut(by, 500, 'out-2', full.id);
    expect([more.status, more.body.error_messages?.sum]).toEqual([400, ['Недостаточно средств']]);
  });

  test('a key’s payout needs its own scope, and goes from the listed cards alone', async () => {
    const full = await givenCard(api, ours.id, { balanceKopecks: 100_00 });
    const transfers = await givenKey(api, ours, ['money:write']);
    expect((await payOut(transfers, 1, 'out-3', full.id)).status).toBe(403);
    const by = await givenKey(api, ours, ['payouts:write'], { cards: [full.id] });
    const { status, body } = await payOut(by, 1, 'out-4');
    expect([status, body.message]).toEqual([403, 'Этот ключ не выводит деньги с этой карты']);
    expect((await payOut(by, 1, 'out-5', full.id)).status).toBe(200);
    expect((await transfer(by, 1, undefined, full.id)).status).toBe(403);
  });
});
