import { randomUUID } from 'node:crypto';
import os from 'node:os';
import pg from 'pg';
import { measureFeed } from './measures/measure-feed.ts';
import { median, middle, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { measurePlainHttp } from './plain-http.ts';
import { HAS_PGBENCH, measurePgbench, measurePlainSql } from './plain-sql.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Money through HTTP with all checks on (session, tenant, rights, request key, ledger, and for cards the code, the
 * network and the settlement), compared with one double-entry transfer as one function call. Interleaved in one run on one
 * server, three rounds, medians, books checked afterwards: `npm run bench`, `npm run bench -- --quick`;
 * `--only=words` runs the cases whose names contain these words; `--p99` the slowest hundredth of a distribution at 64
 * connections and of one transaction a request alone, in turn.
 */
const QUICK = process.argv.includes('--quick');
const P99 = process.argv.includes('--p99');
const ROUNDS = P99 ? (QUICK ? 3 : 5) : QUICK ? 1 : 3;
/** Upper limit: the time that a request with one transaction takes. */
const P99_AIM = 1;
const PLAIN_TRANSFERS = P99 ? 500 : 5000;
// Many, because each run has sixteen new connections, which have to plan again.
const PGBENCH_TRANSFERS = P99 ? 1000 : 20_000;
const BY_PGBENCH = 'plain SQL: one function call, 16 connections, pgbench';
const BY_NODE = 'plain SQL: one function call, 16 connections, Node';
const COMPANIES = 200;
const SALES = 5000;
// Rounds of 20 000 movements each, half of them for each process. Node compiles frequently called code, and a movement
// costs a fifth less after sixty thousand.
const WARM_UPS = QUICK ? (P99 ? 1 : 2) : 6;
const PLAIN_HTTP = 'plain HTTP: one transaction a request, 64 connections';
const MANY_AT_64 = 'distribute, many accounts, 64 connections';

interface Case {
  name: string;
  measure(server: BenchServer, serialFrom: number): Promise<Load>;
}

interface LoadLevel {
  connections: number;
  companies: number;
  getPorts?: (server: BenchServer) => number[];
}

const ONLY = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
const CASES: Case[] = [
  plainHttp(64),
  ...[1, 8, 64, 256].map((connections) =>
    distributions('many accounts', { connections, companies: COMPANIES }),
  ),
  ...[64, 256].map((connections) =>
    distributions('many accounts, two processes', { connections, companies: COMPANIES, getPorts: listPorts }),
  ),
  ...(QUICK ? [64] : [64, 256]).map((connections) =>
    distributions('one hot account', { connections, companies: 1 }),
  ),
  ...(QUICK ? [64] : [1, 8, 64]).map((connections) => cardTransfers(connections)),
  feed('pages of 500', SALES, 500),
  feed('one by one', SALES / 25, 1),
].filter(({ name }) => name.includes(ONLY) && (!P99 || name === PLAIN_HTTP || name === MANY_AT_64));
const WARM_UP = distributions('both processes', {
  connections: 256,
  companies: COMPANIES,
  getPorts: listPorts,
});

const server = await startServer({ storesLog: true });
try {
  await measure();
} finally {
  await server.stop();
}

async function measure(): Promise<void> {
  const baselines = new Map<string, Load[]>(
    (HAS_PGBENCH ? [BY_PGBENCH, BY_NODE] : [BY_NODE]).map((name) => [name, []]),
  );
  const loads = new Map<string, Load[]>(CASES.map(({ name }) => [name, []]));
  let serialFrom = 1000;
  // Warms up. The tables of the baselines come first.
  await measurePlainSql(server.databaseUrl, 500);
  for (const { measure: run } of [...Array(WARM_UPS).fill(WARM_UP), ...CASES] as Case[]) {
    await run(server, serialFrom);
    serialFrom += 1000;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { name, measure: run }] of CASES.entries()) {
      // Runs before every other case, so that a slow minute of the machine is slow for both.
      if (index % 2 === 0) {
        baselines.get(BY_NODE)?.push(await measurePlainSql(server.databaseUrl, PLAIN_TRANSFERS));
        baselines.get(BY_PGBENCH)?.push(await measurePgbench(server.databaseUrl, PGBENCH_TRANSFERS));
      }
      loads.get(name)?.push(await run(server, serialFrom));
      serialFrom += 1000;
    }
  }
  report(baselines, loads);
  await assertBooksAgree();
}

/** Reports ratios to the baseline driven by PostgreSQL's own tool, if present, and to the one driven by Node. */
function report(baselines: Map<string, Load[]>, loads: Map<string, Load[]>): void {
  const { length: cores } = os.cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores (load, server and database share them), Node ${process.version}, ${ROUNDS} rounds\n`,
  );
  const measured = [...baselines.values()].map(middle);
  const ratios =
    measured.length === 2
      ? 'to pgbench | to Node | to pgbench by CPU | to Node by CPU'
      : 'to Node | to Node by CPU';
  console.log(`| what | a second | CPU µs each | ${ratios} | p50 ms | p99 ms | failures |`);
  console.log(`|${'---|'.repeat(6 + 2 * measured.length)}`);
  for (const [name, rounds] of [...baselines, ...loads]) {
    const { perSecond, cpuMicroseconds, p50Ms, p99Ms, failures } = middle(rounds);
    const columns = [
      perSecond.toFixed(0),
      cpuMicroseconds.toFixed(0),
      ...measured.map((baseline) => (perSecond / baseline.perSecond).toFixed(2)),
      ...measured.map((baseline) => (baseline.cpuMicroseconds / cpuMicroseconds).toFixed(2)),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      failures,
    ];
    console.log(`| ${name} | ${columns.join(' | ')} |`);
  }
  console.log('');
  reportSlowest(loads.get(MANY_AT_64), loads.get(PLAIN_HTTP));
}

/** Compares within the same round, so that a slow minute of the machine is slow for both. */
function reportSlowest(many: Load[] | undefined, plain: Load[] | undefined): void {
  if (!many || !plain) return;
  const ratios = many.map((load, round) => load.p99Ms / (plain[round]?.p99Ms ?? Number.NaN));
  const half = median(ratios);
  console.log(
    `p99 of many accounts at 64 connections: ${half.toFixed(2)} of one transaction a request ` +
      `(by rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), aim at most ${P99_AIM}\n`,
  );
  if (P99 && half > P99_AIM) process.exitCode = 1;
}

function plainHttp(connections: number): Case {
  return {
    name: PLAIN_HTTP,
    measure: ({ databaseUrl }) =>
      measurePlainHttp(databaseUrl, { transfers: QUICK ? 2000 : 4000, connections }),
  };
}

function listSinglePort({ port }: BenchServer): number[] {
  return [port];
}

function listPorts({ port, otherPort }: BenchServer): number[] {
  return [port, otherPort];
}

function distributions(what: string, { connections, companies, getPorts = listSinglePort }: LoadLevel): Case {
  const count = Math.min(QUICK ? (P99 ? 4000 : 10_000) : 20_000, connections * 250);
  return {
    name: `distribute, ${what}, ${connections} connections`,
    async measure(server, serialFrom) {
      const people = await prepareCarriers(server.databaseUrl, {
        companies,
        movers: Math.max(companies, 64),
        serialFrom,
      });
      const calls = Array.from({ length: count }, (_, index) => {
        const { token, companyId } = people[index % people.length] as TransferClient;
        return posted(
          `/api/client/${companyId}/accounts`,
          { 'x-auth-token': token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          JSON.stringify({ accounts: [{ partner_id: 1 + (index % 4), sum: 1 }] }),
        );
      });
      return callAll(getPorts(server), connections, calls);
    },
  };
}

function cardTransfers(connections: number): Case {
  const count = Math.min(600, connections * 75);
  return {
    name: `transfer to card and its network, ${connections} connections`,
    async measure(server, serialFrom) {
      const movers = await prepareCarriers(server.databaseUrl, { companies: 100, movers: count, serialFrom });
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
      return callAll(listSinglePort(server), connections, calls);
    },
  };
}

function feed(how: string, sales: number, page: number): Case {
  return {
    name: `feed: bookSales, ${how}`,
    measure: ({ databaseUrl }, serialFrom) => measureFeed(databaseUrl, { serialFrom, sales, page }),
  };
}

async function callAll(
  ports: readonly number[],
  connections: number,
  calls: readonly Buffer[],
): Promise<Load> {
  const { workers, close } = await openConnections(ports, connections);
  const load = await runLoad(calls, workers);
  close();
  return load;
}

/** A measurement is worthless if the books do not agree. */
async function assertBooksAgree(): Promise<void> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const { rows } = await client.query(`
    select (select coalesce(sum(amount_kopecks), 0) from ledger_entry)::text as total,
      (select count(*) from ledger_account a where balance_kopecks <> coalesce((select sum(amount_kopecks) from ledger_entry where account_id = a.id), 0))::int as wrong,
      (select count(*) from ledger_transfer t where 2 <> (select count(*) from ledger_entry where transfer_id = t.id and abs(amount_kopecks) = t.amount_kopecks and account_id in (t.from_account_id, t.to_account_id)))::int as torn,
      (select count(*) from operation where status_id = 2)::int as waiting,
      (select count(*) from ledger_transfer)::int as transfers`);
  await client.end();
  const { total, wrong, torn, waiting, transfers } = rows[0];
  console.log(
    `${transfers} transfers; entries sum to ${total}, accounts that differ from their entries: ${wrong}, transfers without their two entries: ${torn}, operations still waiting: ${waiting}`,
  );
  if (total !== '0' || wrong !== 0 || torn !== 0) throw new Error('the books do not agree');
}
