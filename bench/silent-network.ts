import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { middle, median, openConnections, posted, runLoad, type Load } from './load.ts';
import { prepareCarriers } from './prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * Transfers to a card of a healthy network, one after the other, alone and beside 5 000 waiting commands of a network
 * that takes every call and never answers: `npm run bench:silent-network`. Rounds alternate; each begins at the moment
 * when the commands are put into the queue, so it includes the seconds in which the silence is found out.
 */
const ROUNDS = 5;
const TRANSFERS = 60;
const WAITING = 5000;
const SILENT = PARTNER.rn;

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
  let serialFrom = 1000;
  const round = async (): Promise<Load> => transferOneByOne((serialFrom += 1000));
  await round();
  const alone: Load[] = [];
  const beside: Load[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    alone.push(await round());
    const askedBefore = silent.asked();
    await commandSilentNetwork();
    const load = await round();
    beside.push(load);
    const left = await countWaiting();
    console.log(
      `round ${count + 1}: alone p50 ${alone.at(-1)?.p50Ms.toFixed(1)} ms, beside p50 ${load.p50Ms.toFixed(1)} ms, ` +
        `p99 ${load.p99Ms.toFixed(1)} ms; ${left} still wait, the silent network was called ${silent.asked() - askedBefore} times`,
    );
    await forgetCommands();
  }
  report(alone, beside);
}

function report(alone: Load[], beside: Load[]): void {
  const [one, other] = [middle(alone), middle(beside)];
  const ratios = beside.map((load, index) => load.p50Ms / (alone[index] as Load).p50Ms);
  console.log(`\n| transfer to a healthy network | p50 ms | p99 ms | failures |\n|---|---|---|---|`);
  for (const [name, load] of Object.entries({ alone: one, [`beside ${WAITING}`]: other }))
    console.log(`| ${name} | ${load.p50Ms.toFixed(1)} | ${load.p99Ms.toFixed(1)} | ${load.failures} |`);
  console.log(
    `\nratio of the medians: ${(other.p50Ms / one.p50Ms).toFixed(2)}, median of the rounds' ratios: ${median(ratios).toFixed(2)} (aim: at most 1.5)`,
  );
}

async function transferOneByOne(serialFrom: number): Promise<Load> {
  const movers = await prepareCarriers(server.databaseUrl, { companies: 20, movers: TRANSFERS, serialFrom });
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
    [
      SILENT,
      OPERATION_TYPE.unblocking,
      OPERATION_STATUS.inProgress,
      WAITING,
      process.env.OLD_NAMES ? '' : `:${SILENT}`,
    ],
  );
}

async function countWaiting(): Promise<number> {
  const { rows } = await owner.query(
    'select count(*)::int as count from operation where partner_id = $1 and status_id = $2',
    [SILENT, OPERATION_STATUS.inProgress],
  );
  return rows[0].count;
}

async function forgetCommands(): Promise<void> {
  await owner.query(
    'update operation set status_id = $2, next_attempt_at = null where partner_id = $1 and status_id = $3',
    [SILENT, OPERATION_STATUS.failed, OPERATION_STATUS.inProgress],
  );
  await owner.query(`delete from graphile_worker._private_jobs where locked_at is null`);
}

/** Accepts connections and requests, and never answers. */
async function serveSilence(): Promise<{ url: string; asked(): number; stop(): void }> {
  let asked = 0;
  const silence = http.createServer(() => (asked += 1));
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(silence.address() as AddressInfo).port}`,
    asked: () => asked,
    stop() {
      silence.close();
      silence.closeAllConnections();
    },
  };
}
