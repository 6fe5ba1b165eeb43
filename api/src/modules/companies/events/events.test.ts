import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_TYPES } from '#contract/companies/events.ts';
import { deleteSpent } from '../../../compose/delete-spent.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenMoney, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { continueEvents } from './events.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

interface Event {
  id: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

async function read(
  company: GivenCompany,
  query = '',
): Promise<{ data: Event[]; next: string; more: boolean }> {
  const { status, body } = await api.get(`/api/v1/events?${query}`, { token: company.admin.token });
  expect(status).toBe(200);
  return { data: body.data as Event[], ...(body.meta as { next: string; more: boolean }) };
}

/** Everything from a cursor on, page by page. */
async function follow(
  company: GivenCompany,
  after?: string,
  limit = 3,
): Promise<{ events: Event[]; next: string }> {
  const events: Event[] = [];
  for (let next = after; ;) {
    const page = await read(company, `limit=${limit}${next === undefined ? '' : `&after=${next}`}`);
    events.push(...page.data);
    next = page.next;
    if (!page.more) return { events, next };
  }
}

async function change(statement: RawBuilder<unknown>): Promise<void> {
  await api.ctx.db.inSystem((tx) => statement.execute(tx));
}

test('money on an account, a new card and its new state are events in order, each once', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 150_050);
  const card = await givenCard(api, company.id);
  await change(sql`update card set status_id = 2 where id = ${card.id}`);
  await waitForAnnouncedEvents(api);
  const { events, next } = await follow(company);
  expect(events.map(({ type, data }) => [type, data.balance ?? data.status_id])).toEqual([
    ['balance.changed', 1500.5],
    ['card.changed', 1],
    ['card.changed', 2],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  expect(await follow(company, next)).toEqual({ events: [], next: expect.any(String) });
});

test('an event whose transaction ends late comes after those already read, not skipped', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id);
  await waitForAnnouncedEvents(api);
  const seen = await follow(company);
  let proceed = (): void => {};
  const released = new Promise<void>((resolve) => (proceed = resolve));
  let written = (): void => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const slow = api.ctx.db.inSystem(async (tx) => {
    await sql`update card set comment = 'медленно' where id = ${card.id}`.execute(tx);
    written();
    await released;
  });
  await isWritten;
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  const meanwhile = await follow(company, seen.next);
  expect(meanwhile.events).toEqual([]);
  proceed();
  await slow;
  await waitForAnnouncedEvents(api);
  const after = await follow(company, meanwhile.next);
  expect(after.events.map(({ type }) => type).toSorted()).toEqual(['balance.changed', 'card.changed']);
});

test('with many writers at once a reader misses no event and reads none twice', async () => {
  const company = await givenCompany(api);
  const places = Array.from({ length: 60 }, (_, at) => at);
  let isOver = false;
  const reading = (async () => {
    const events: Event[] = [];
    let next: string | undefined;
    for (let last = false; ; last = isOver) {
      const page = await follow(company, next, 7);
      events.push(...page.events);
      next = page.next;
      if (last) return events;
    }
  })();
  await Promise.all(places.map(() => givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100)));
  await waitForAnnouncedEvents(api);
  isOver = true;
  const reported = (await reading).map(({ data }) => data.balance);
  expect(reported.toSorted((a, b) => Number(a) - Number(b))).toEqual(places.map((at) => at + 1));
});

test('only the requested types are returned, and the cursor moves past the others', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await givenCard(api, company.id);
  await waitForAnnouncedEvents(api);
  const { data, next } = await read(company, 'types=card.changed,request.changed');
  expect(data.map(({ type }) => type)).toEqual(['card.changed']);
  expect((await read(company, `after=${next}`)).data).toEqual([]);
});

test('a key reads the events of its scopes, and is refused the others', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await givenCard(api, company.id);
  const { headers } = await givenKey(api, company, ['operations:read', 'cards:read']);
  await waitForAnnouncedEvents(api);
  const reported = await api.get('/api/v1/events', { headers });
  expect((reported.body.data as Event[]).map(({ type }) => type)).toEqual(['card.changed']);
  expect((await api.get('/api/v1/events?types=balance.changed', { headers })).status).toBe(403);
});

test('events of another company are not returned', async () => {
  const [one, other] = [await givenCompany(api), await givenCompany(api)];
  await givenMoney(api, { companyId: one.id, kind: 'unallocated' }, 100);
  expect((await follow(other)).events).toEqual([]);
});

test.each(['x', 'OTk5OTkuMS4x', 'MS4yLjM0=', 'a'.repeat(101), 'MS4x'])(
  'a cursor that the feed has not given is refused: %s',
  async (after) => {
    const company = await givenCompany(api);
    const { status } = await api.get(`/api/v1/events?after=${after}`, { token: company.admin.token });
    expect(status).toBe(400);
  },
);

test('an unknown type is refused, and the known ones are named', async () => {
  const company = await givenCompany(api);
  const answer = await api.get('/api/v1/events?types=card.moved', { token: company.admin.token });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(EVENT_TYPES[0]);
});

test('a reader who stopped before events that are deleted by now gets an error', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await waitForAnnouncedEvents(api);
  const { next } = await read(company, 'limit=1');
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  // Events have the time of the database, which no test can set.
  api.clock.setTo(new Date(Date.now() + 91 * 24 * 3600_000).toISOString());
  await deleteSpent(api.ctx);
  const behind = await api.get(`/api/v1/events?after=${next}`, { token: company.admin.token });
  expect(behind.status).toBe(410);
  expect((await read(company)).data).toEqual([]);
});

test('a page is not given where events before it are deleted while it is read', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await waitForAnnouncedEvents(api);
  const { next } = await read(company, 'limit=1');
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await waitForAnnouncedEvents(api);
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query('begin; lock table change_event in access exclusive mode');
  // It has read how far was deleted, and waits for the page.
  const reading = api.get(`/api/v1/events?after=${next}`, { token: company.admin.token });
  await waitUntilWaiting(api);
  await owner.query(`
    with gone as (delete from change_event where company_id = ${company.id} returning generation, xid, id)
    update event_generation set deleted_generation = gone.generation, deleted_xid = gone.xid, deleted_id = gone.id
    from gone where gone.id = (select max(id) from gone)`);
  await owner.query('commit');
  await owner.end();
  expect((await reading).status).toBe(410);
});

test('after a move to a server with new transaction numbers, events follow old ones', async () => {
  const company = await givenCompany(api);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100);
  await waitForAnnouncedEvents(api);
  const { next } = await read(company);
  // As after a restore from a dump: written by transactions of far higher numbers.
  await change(sql`update event_generation set server = 'another'`);
  await continueEvents(api.ctx);
  await givenCard(api, company.id);
  await waitForAnnouncedEvents(api);
  expect((await read(company, `after=${next}`)).data.map(({ type }) => type)).toEqual(['card.changed']);
});
