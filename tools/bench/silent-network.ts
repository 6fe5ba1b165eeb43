import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { middle, median, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * Measures transfers to a card of a healthy network, one after the other: alone, beside 5 000 commands of a network that takes
 * every call and never answers, from the moment when they come, and beside them once the silence is known:
 * `npm run bench:silent-network`. Short rounds alternate, so that a slow minute of the machine is slow for all.
 */
const ROUNDS = 7;
const TRANSFERS = 20;
const WAITING = 5000;
const SILENT = PARTNER.rn;
const CASES = ['alone', 'they come', 'they wait'] as const;
type Case = (typeof CASES)[number];

const silent = await serveSilence();
process.env[`NETWORK_${SILENT}`] = 'neutral';
process.env[`NETWORK_${SILENT}_URL`] = silent.url;
process.env[`NETWORK_${SILENT}_API_KEY`] = 'bench';
const server = await startServer();
const owner = new pg.Client(server.databaseUrl);
await owner.connect();
try {
  await measure();
} finally {
  await owner.end();
  await server.stop();
  silent.stop();
}

async function measure(): Promise<void> {
  const movers = await prepareCarriers(server.databaseUrl, {
    companies: 20,
    movers: (1 + CASES.length * ROUNDS) * TRANSFERS,
    serialFrom: 1000,
  });
  const transfer = (): Promise<Load> => transferOneByOne(movers.splice(0, TRANSFERS));
  const loads: Record<Case, Load[]> = { alone: [], 'they come': [], 'they wait': [] };
  // Warms up.
  await transfer();
  for (let count = 0; count < ROUNDS; count += 1) {
    loads.alone.push(await transfer());
    await commandSilentNetwork();
    loads['they come'].push(await transfer());
    await waitUntilDropped();
    loads['they wait'].push(await transfer());
    await forgetCommands();
    const p50 = CASES.map((name) => `${name} ${loads[name].at(-1)?.p50Ms.toFixed(1)} ms`);
    console.log(`round ${count + 1}: ${p50.join(', ')}`);
  }
  report(loads);
}

function report(loads: Record<Case, Load[]>): void {
  console.log(
    `${ROUNDS} rounds of ${TRANSFERS} transfers, ${silent.countCalls()} calls to the silent network\n`,
  );
  console.log('| 5 000 commands of a silent network | p50 ms | p99 ms | ratio of p50 | failures |');
  console.log(`|${'---|'.repeat(5)}`);
  for (const name of CASES) {
    const { p50Ms, p99Ms, failures } = middle(loads[name]);
    // Compares neighbouring loads, because the machine is not the same in the first round and in the last.
    const ratio = median(loads[name].map((load, round) => load.p50Ms / (loads.alone[round] as Load).p50Ms));
    console.log(
      `| ${name} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${ratio.toFixed(2)} | ${failures} |`,
    );
  }
}

async function transferOneByOne(movers: readonly TransferClient[]): Promise<Load> {
  const calls = movers.map(({ token, cardId, code }) =>
    posted(
      `/api/card/${cardId}/transaction`,
      {
        'x-auth-token': token,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': randomUUID(),
      },
      `sum=1&sms=${code}&mode=1`,
    ),
  );
  const { workers, close } = await openConnections([server.port], 1);
  const load = await runLoad(calls, workers);
  close();
  return load;
}

/** Unblocks, because they need no money in the books; each with its job. */
async function commandSilentNetwork(): Promise<void> {
  await owner.query(
    `with chosen as (select id, company_id from card order by id desc limit 1),
     asked as (
       insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, network_request_id,
         next_attempt_at, created_at)
       select company_id, id, $1, $2, $3, 0, gen_random_uuid(), now() + interval '5 seconds', now()
       from chosen, generate_series(1, $4)
       returning id
     )
     select graphile_worker.add_job('carry-out-operation' || $5, json_build_object('operationId', id, 'partnerId', $1::int))
     from asked`,
    [SILENT, OPERATION_TYPE.unblocking, OPERATION_STATUS.inProgress, WAITING, `:${SILENT}`],
  );
}

/**
 * Waits until no job of these networks is left in the queue. Gives up after a minute, because a version without lanes
 * never empties it.
 */
async function waitUntilDropped(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { rows } = await owner.query(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'carry-out-operation%'`,
    );
    if (rows[0].count <= 1) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function forgetCommands(): Promise<void> {
  await owner.query(
    'update operation set status_id = $2, next_attempt_at = null where partner_id = $1 and status_id = $3',
    [SILENT, OPERATION_STATUS.failed, OPERATION_STATUS.inProgress],
  );
  await owner.query(`delete from graphile_worker._private_jobs where locked_at is null`);
}

/** Accepts connections and requests, and never answers. */
async function serveSilence(): Promise<{ url: string; countCalls(): number; stop(): void }> {
  let requested = 0;
  const silence = http.createServer(() => (requested += 1));
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(silence.address() as AddressInfo).port}`,
    countCalls: () => requested,
    stop() {
      silence.close();
      silence.closeAllConnections();
    },
  };
}
