import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_TYPE, PARTNER, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { drawIds } from '../db/columns.ts';
import { getOnlyRow } from '../db/database.ts';
import { enqueueJobs } from '../queue/enqueue-job.ts';
import { listNetworkHealth } from '../modules/cards/commands/network-health.ts';
import { pollOperations } from '../modules/cards/commands/poll-operations.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { insertCommands } from '../modules/cards/commands/network-commands.ts';
import { toNewCommand } from '../modules/cards/commands/operation-lifecycle.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { askOwner } from '../testing/ask-owner.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';
import { serveWire, type WireReply, type WireServer } from '../testing/wires/serve-wire.ts';

const SILENT_PARTNER = PARTNER.rn;
const FLAKY_PARTNER = PARTNER.third;

let api: TestApi;
let company: GivenCompany;
/** Takes every call and never answers one. */
let dumb: WireServer;
/** Server that reacts to commands as the test defines. */
let flakyNetwork: WireServer;
let mood: (method: string) => WireReply | Promise<WireReply> = () => 'break';
let feed: object[] = [];

beforeAll(async () => {
  dumb = await serveWire(() => 'silence');
  flakyNetwork = await serveWire(({ method, path }) =>
    path.startsWith('/events') ? { body: { events: feed, next: feed.length } } : mood(method),
  );
  api = await startApi({
    env: { ...neutralSettings(SILENT_PARTNER, dumb), ...neutralSettings(FLAKY_PARTNER, flakyNetwork) },
  });
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
});

afterAll(async () => {
  await api?.stop();
  await Promise.all([dumb, flakyNetwork].map((server) => server?.stop()));
});

function neutralSettings(partnerId: PartnerId, { url }: WireServer): Record<string, string> {
  const name = `NETWORK_${partnerId}`;
  return { [name]: 'neutral', [`${name}_URL`]: url, [`${name}_API_KEY`]: 'key' };
}

function countCommands(server: WireServer): number {
  return server.requests.filter(({ path }) => path.startsWith('/commands')).length;
}

/** Creates blocks that wait for the card's network. No job has been queued for them. */
async function givenBlocks(card: GivenCard, count: number): Promise<number[]> {
  const request = {
    card: { id: card.id, companyId: company.id, partnerId: card.partnerId },
    typeId: OPERATION_TYPE.blocking,
    sum: kopecks(0),
    authorId: null,
  };
  const now = api.clock.now();
  const ids = await drawIds(api.ctx.db.system, 'operation_id_seq', count);
  await insertCommands(
    api.ctx.db.system,
    ids.map((id) => toNewCommand(id, request, now)),
    now,
  );
  return ids;
}

async function askForBlocks(card: GivenCard, count: number): Promise<void> {
  const { partnerId } = card;
  const payloads = (await givenBlocks(card, count)).map((operationId) => ({ operationId, partnerId }));
  await enqueueJobs(api.ctx.db.system, 'carry-out-operation', payloads);
}

async function transfer(card: GivenCard, sum: number) {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const form = { sum, sms, mode: 1 };
  const input = await api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form });
  expect(input.status).toBe(200);
  return input.body.data;
}

/** Returns the number of the network's jobs that have not been started. */
async function queued(partnerId: PartnerId): Promise<number> {
  const [row] = await askOwner<{ count: number }>(
    api,
    `select count(*)::int as count from graphile_worker.jobs
     where task_identifier like '%:${partnerId}' and locked_at is null`,
  );
  return row?.count ?? 0;
}

async function waiting(card: GivenCard): Promise<{ count: number; never_asked: number }> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number; never_asked: number }>`
      select count(*)::int as count, count(*) filter (where attempts = 0)::int as never_asked
      from operation where card_id = ${card.id} and status_id = 2`,
  );
}

test('a transfer to a healthy network ends while a silent one occupies all its places', async () => {
  const silent = await givenCard(api, company.id, { partnerId: SILENT_PARTNER });
  // More than sixteen places would take longer than the test's timeout, at three seconds each.
  await askForBlocks(silent, 200);
  await expect.poll(() => countCommands(dumb)).toBeGreaterThanOrEqual(16);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  expect(await transfer(card, 10)).toMatchObject({ card_sum: 10, inProgressOperations: [] });
  expect((await waiting(silent)).count).toBe(200);
});

test('a command that a process of the version before has enqueued reaches its network', async () => {
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  const [operationId] = await givenBlocks(card, 1);
  await sql`select enqueue_jobs('carry-out-operation', ${[JSON.stringify({ operationId })]}::json[], ${[null]}::text[])`.execute(
    api.ctx.db.system,
  );
  await expect.poll(() => waiting(card)).toEqual({ count: 1, never_asked: 0 });
});

describe('a network that falls silent', () => {
  let card: GivenCard;
  let paying: GivenCard;
  let seen = 0;

  beforeAll(async () => {
    card = await givenCard(api, company.id, { partnerId: FLAKY_PARTNER });
    paying = await givenCard(api, company.id, { partnerId: FLAKY_PARTNER });
    await askForBlocks(card, 40);
  });

  /** Waits until no job of the network is pending or under way. */
  async function waitUntilQuiet(): Promise<void> {
    const { ctx } = api;
    await expect
      .poll(async () => {
        const [row] = await askOwner<{ count: number }>(
          api,
          `select count(*)::int as count from graphile_worker.jobs where task_identifier like '%:${FLAKY_PARTNER}'`,
        );
        return row?.count;
      })
      .toBe(0);
    seen = countCommands(flakyNetwork);
    expect(ctx.getBreaker(FLAKY_PARTNER).now().state).toBe('open');
  }

  test('a silent network is not sent the rest of its commands, which keep their attempts', async () => {
    await waitUntilQuiet();
    // Sixteen places, and those that were given to others before the fifth had failed.
    expect(seen).toBeLessThanOrEqual(20);
    expect((await waiting(card)).never_asked).toBeGreaterThanOrEqual(20);
    const health = await listNetworkHealth(api.ctx);
    expect(health.find((networkHealth) => networkHealth.partnerId === FLAKY_PARTNER)).toEqual({
      partnerId: FLAKY_PARTNER,
      state: 'open',
      since: api.clock.now(),
      waiting: 40,
    });
    expect(health.find((networkHealth) => networkHealth.partnerId === PARTNER.gpn)).toMatchObject({
      state: 'closed',
    });
  });

  test('a sale on a card with money on its way does not wait for a silent network', async () => {
    const timeoutMs = api.ctx.config.networkTimeoutMs;
    api.ctx.config.networkTimeoutMs = 0;
    await transfer(paying, 50);
    api.ctx.config.networkTimeoutMs = timeoutMs;
    await waitUntilQuiet();
    feed = [
      {
        sequence: 1,
        kind: 'sale',
        externalId: 's1',
        cardNumber: paying.number,
        goodsId: 301,
        goodsTitle: 'ДТ',
        centilitres: 100,
        unitPriceKopecks: 5000,
        sumKopecks: 5000,
        address: 'Химки',
        soldAt: api.clock.now().toISOString(),
      },
    ];
    await pollNetwork(api.ctx, FLAKY_PARTNER);
    expect(countCommands(flakyNetwork)).toBe(seen);
    const { count } = await getOnlyRow(
      api.ctx.db.system,
      sql<{
        count: number;
      }>`select count(*)::int as count from operation where card_id = ${paying.id} and status_id = 1`,
    );
    expect(count).toBe(1);
  });

  test('a silent network gets one command as a probe, however many wait', async () => {
    let fail = (): void => {};
    mood = () => new Promise((resolve) => (fail = () => resolve('break')));
    // The pause of two seconds is over, and what has failed is due again.
    api.clock.advanceSeconds(5);
    await pollOperations(api.ctx);
    await expect.poll(() => countCommands(flakyNetwork)).toBe(seen + 1);
    await askForBlocks(card, 10);
    await expect.poll(() => queued(FLAKY_PARTNER)).toBe(0);
    expect(countCommands(flakyNetwork)).toBe(seen + 1);
    mood = () => 'break';
    fail();
    await waitUntilQuiet();
  });

  test('an answered probe releases all waiting commands, even those that are not due', async () => {
    api.clock.advanceSeconds(3);
    await askForBlocks(card, 1);
    const before = seen;
    await waitUntilQuiet();
    expect(seen).toBe(before);

    mood = (method) => ({ body: { state: method === 'GET' ? 'unknown' : 'done' } });
    api.clock.advanceSeconds(1);
    await pollOperations(api.ctx);
    await expect.poll(() => waiting(card)).toEqual({ count: 0, never_asked: 0 });
    await expect.poll(() => waiting(paying)).toEqual({ count: 0, never_asked: 0 });
    expect(api.ctx.getBreaker(FLAKY_PARTNER).now()).toEqual({ state: 'closed', since: api.clock.now() });
  });
});
