import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { median } from './measures/load.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Measures the time from an event to its webhook, of a company alone and beside one whose 18 receivers accept each
 * message and never answer: `node tools/bench/silent-receivers.ts`. One process, stock settings. Aim: beside them no event
 * takes longer than 3 s.
 */
const SILENT = 18;
/** A company may have this many. The others represent those of its sandbox. */
const CALLS_EACH = 9;
const EVENTS_TO_SILENT = 60;
const ROUNDS = 20;
/** Long enough that the rounds beside the silent ones last through several of their repeats. */
const ROUND_MS = 3000;
const AIM_MS = 3000;
const GIVEN_UP_MS = 60_000;

const server = await startServer({ processes: 1 });
const client = new pg.Client(server.databaseUrl);
await client.connect();
const receivers = await openReceivers();
try {
  await measure();
} finally {
  receivers.stop();
  await client.end();
  await server.stop();
}

async function measure(): Promise<void> {
  const [quick, slow] = await prepareCarriers(server.databaseUrl, {
    companies: 2,
    movers: 2,
    serialFrom: 1000,
  });
  if (!quick || !slow) throw new Error('there are no companies');
  await receivers.connect(server, client, quick, 'quick');
  const alone = await sendOneByOne(quick);
  await makeSilent(server, slow);
  await receivers.writeEvents(client, slow, EVENTS_TO_SILENT);
  while (receivers.hanging() === 0) await pause(10);
  const beside = await sendOneByOne(quick);
  console.log('| what | alone | beside 18 silent receivers | aim |\n|---|---|---|---|');
  console.log(
    `| an event to its webhook, median | ${formatSeconds(median(alone))} | ${formatSeconds(median(beside))} | none |`,
  );
  const longest = Math.max(...beside);
  const missed = longest > AIM_MS;
  console.log(
    `| the longest of ${ROUNDS} | ${formatSeconds(Math.max(...alone))} | ${formatSeconds(longest)} | ${formatSeconds(AIM_MS)} |${missed ? ' MISSED' : ''}`,
  );
  console.log(`| connections that hang at once, the most | 0 | ${receivers.maxPending()} | none |`);
  if (missed) process.exitCode = 1;
}

async function makeSilent(at: BenchServer, slow: TransferClient): Promise<void> {
  for (let count = 0; count < CALLS_EACH; count += 1)
    await receivers.connect(at, client, slow, `silent/${count}`);
  await client.query(
    `insert into webhook (company_id, url, types, secret_sealed, generation, xid, event_id, created_at, created_by)
     select company_id, url || '/sandbox', types, secret_sealed, generation, xid, event_id, created_at, created_by
     from webhook where company_id = $1 limit $2`,
    [slow.companyId, SILENT - CALLS_EACH],
  );
}

/** Milliseconds from each event's commit until it was received. */
async function sendOneByOne(quick: TransferClient): Promise<number[]> {
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = receivers.answered();
    await receivers.writeEvents(client, quick, 1);
    const started = performance.now();
    waits.push(await waitUntilAnswered(receivers, before + 1, started));
    await pause(Math.max(0, ROUND_MS - (performance.now() - started)));
  }
  return waits;
}

async function waitUntilAnswered(at: Receivers, count: number, started: number): Promise<number> {
  while (at.answered() < count && performance.now() - started < GIVEN_UP_MS) await pause(5);
  return performance.now() - started;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
