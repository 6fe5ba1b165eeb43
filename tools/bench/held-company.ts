import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { middle, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * Measures distributions of 200 companies on 64 connections, alone and while another session locks the money of one
 * more company, whose users go on asking. In turns, three rounds, medians: `node tools/bench/held-company.ts`. Aim: p99 at
 * most twice as long.
 */
const ROUNDS = 3;
const MOVEMENTS = 12_000;
const CONNECTIONS = 64;
const ASKING_CLIENTS = 8;

const server = await startServer({ storesLog: true });
const holder = new pg.Client(server.databaseUrl);
await holder.connect();
try {
  await measure();
} finally {
  await holder.end();
  await server.stop();
}

async function measure(): Promise<void> {
  const people = await prepareCarriers(server.databaseUrl, { companies: 200, movers: 200, serialFrom: 1000 });
  const [lockedMover] = await prepareCarriers(server.databaseUrl, {
    companies: 1,
    movers: ASKING_CLIENTS,
    serialFrom: 5000,
  });
  if (!lockedMover) throw new Error('there is no company to hold');
  await move(people);
  const [alone, beside]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await move(people));
    beside.push(await whileLocked(lockedMover, () => move(people)));
  }
  const [free, busy] = [middle(alone), middle(beside)];
  for (const [name, load] of [
    ['alone', free],
    ['beside a held company', busy],
  ] as const) {
    const { perSecond, p50Ms, p99Ms, failures } = load;
    console.log(
      `${name}: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, failures ${failures}`,
    );
  }
  console.log(`p99 beside a held company to p99 alone: ${(busy.p99Ms / free.p99Ms).toFixed(2)}`);
}

async function move(people: readonly TransferClient[]): Promise<Load> {
  const calls = Array.from({ length: MOVEMENTS }, (_, index) =>
    distribution(people[index % people.length] as TransferClient),
  );
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const load = await runLoad(calls, workers);
  close();
  return load;
}

/** Meanwhile users of the locked company ask again and again, and are refused each time. */
async function whileLocked(lockedMover: TransferClient, work: () => Promise<Load>): Promise<Load> {
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtext('company-money'), ${lockedMover.companyId})`);
  let going = true;
  const { workers, close } = await openConnections([server.port], ASKING_CLIENTS);
  const asking = Promise.all(
    workers.map(async (worker) => {
      while (going) await worker(distribution(lockedMover));
    }),
  );
  const load = await work();
  going = false;
  await holder.query('rollback');
  await asking;
  close();
  return load;
}

function distribution({ token, companyId }: TransferClient): Buffer {
  return posted(
    `/api/client/${companyId}/accounts`,
    { 'x-auth-token': token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    JSON.stringify({ accounts: [{ partner_id: 1, sum: 1 }] }),
  );
}
