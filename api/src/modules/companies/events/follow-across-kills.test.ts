import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany } from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { freePort, startProgram, withoutDemonstration } from '../../../testing/program.ts';
import { startReceiver, type Receiver } from '../../../testing/wires/receiver.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';

/**
 * A client built only from `/developers` follows its company's changes while the portal is killed again and again, and
 * others write. For a full manual run with every delivery awaited: `FEED_EVENTS=100000 FEED_KILLS=20 vitest run
 * follow-across-kills`, its figures in tools/bench/history/events.md.
 */
const EVENTS = Number(process.env.FEED_EVENTS ?? 2000);
const KILLS = Number(process.env.FEED_KILLS ?? 2);
const IS_FULL = process.env.FEED_EVENTS !== undefined;
const WRITERS = 4;
/** A writer changes as many in one transaction, at most. */
const CARDS_EACH = Number(process.env.FEED_BATCH ?? 5);
/** Limit for a hang. It grows with the number of events. */
const LIMIT_MS = 180_000 + EVENTS * 10;

let api: TestApi;
let folder: string;
let receiver: Receiver;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await withoutDemonstration(api.ctx.db.system);
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-feed-'));
  receiver = await startReceiver();
});

afterAll(async () => {
  receiver?.stop();
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'across kills of the portal the feed has no gap, no double, and valid signatures',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const company = await givenCompany(api);
    const cards: number[][] = [];
    for (let writer = 0; writer < WRITERS; writer += 1) {
      cards.push([]);
      for (let count = 0; count < CARDS_EACH; count += 1)
        cards[writer]?.push((await givenCard(api, company.id)).id);
    }
    const { headers } = await givenKey(api, company);
    const json = { url: receiver.url, types: ['card.changed'] };
    const made = await api.post('/api/webhooks', { token: company.admin.token, json });
    receiver.trust(made.body.data.secret as string);

    const given = { databaseUrl: api.databaseUrl, dataDir: folder, port: await freePort() };
    let program = await startProgram(given);
    const work: Work = { written: 0, kills: 0, isOver: false };
    const took = stopwatch();
    const reading = follow(`${program.url}/api/v1/events`, headers, () => work.isOver);
    const writing = Promise.all(cards.map((own) => writeAgain(own, work)));
    try {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        while (work.written < (EVENTS * kill) / (KILLS + 1)) await pause(5);
        await program.kill();
        program = await startProgram(given);
        work.kills = kill;
        took(`kill ${kill} of ${KILLS}, ${work.written} written, ${receiver.got.length} sent`);
      }
      await writing;
      took(`${work.written} written`);
      // Another transaction on the same server may delay the last ones.
      await waitForAnnouncedEvents(api);
      work.isOver = true;
      const reported = await reading;
      took(`${reported.length} read, ${receiver.got.length} sent`);
      const changed = reported.filter(({ type }) => type === 'card.changed');
      expect(changed).toHaveLength(work.written + WRITERS * CARDS_EACH);
      expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length);
      if (IS_FULL) await waitUntilAllSent(new Set(changed.map(({ id }) => id)));
      took(`${receiver.got.length} sent, all of them`);
      expect(receiver.got.length).toBeGreaterThan(0);
      expect(receiver.forged()).toBe(0);
      const known = new Set(changed.map(({ id }) => id));
      expect(receiver.got.filter(({ body }) => !known.has(body.id))).toEqual([]);
      // A repeat has the id that it had the first time.
      const pairs = new Set(receiver.got.map(({ id, body }) => `${id} ${body.id}`));
      expect(pairs.size).toBe(new Set(receiver.got.map(({ id }) => id)).size);
    } finally {
      await program.kill();
    }
  },
);

/** Logs the elapsed time in a full run. */
function stopwatch(): (what: string) => void {
  const startedAt = performance.now();
  return (what) => {
    if (IS_FULL) console.info(`${Math.round((performance.now() - startedAt) / 1000)} s: ${what}`);
  };
}

interface Work {
  written: number;
  /** Number of times the portal was killed and started again. */
  kills: number;
  isOver: boolean;
}

/**
 * Changes cards in transactions of one to all of them; some end long after they have written. At most half of the changes
 * between two kills are written while the portal is down, so that the running portal has work, too.
 */
async function writeAgain(cards: readonly number[], work: Work): Promise<void> {
  for (let turn = 0; work.written < EVENTS; turn += 1) {
    while (work.written >= (EVENTS * (work.kills + 1.5)) / (KILLS + 1) && work.kills < KILLS) await pause(20);
    const some = cards.slice(turn % cards.length);
    await api.ctx.db.inSystem(async (tx) => {
      await sql`update card set comment = ${`раз ${turn}`} where id = any(${some}::bigint[])`.execute(tx);
      if (turn % 10 === 0) await pause(20);
    });
    work.written += some.length;
  }
}

interface Event {
  id: number;
  type: string;
}

/** Follows the guide: page after page, with the cursor of the last one. A failed request is repeated. */
async function follow(url: string, headers: Record<string, string>, isOver: () => boolean): Promise<Event[]> {
  const events: Event[] = [];
  for (let [after, isLast] = ['', false]; ;) {
    const wasOver = isOver();
    const page = await fetch(`${url}?limit=500${after && `&after=${after}`}`, { headers })
      .then(async (reply) => (reply.ok ? await reply.json() : null))
      .catch(() => null);
    if (page === null) {
      await pause(50);
      continue;
    }
    events.push(...page.data);
    after = page.meta.next;
    // Reads once more after the last change, when all writing transactions have ended.
    if (isLast && page.data.length === 0) return events;
    isLast = wasOver && !page.meta.more;
    if (!page.meta.more) await pause(50);
  }
}

/** Deliveries of a killed portal may be sent again after a minute. */
async function waitUntilAllSent(ids: ReadonlySet<number>): Promise<void> {
  const missing = (): number => {
    const sent = new Set(receiver.got.map(({ body }) => body.id));
    return [...ids].filter((id) => !sent.has(id)).length;
  };
  await expect
    .poll(missing, { timeout: LIMIT_MS, interval: 500 })
    // Those of the cards' making came before the address did.
    .toBeLessThanOrEqual(WRITERS * CARDS_EACH);
}
