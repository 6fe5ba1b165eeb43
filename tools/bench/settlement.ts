import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { cpuMs } from './measures/cpu-time.ts';
import { computeLoad, middle, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { measureQueue } from './measures/measure-queue.ts';
import { measureScreen } from './measures/measure-screen.ts';
import { measurePlainSql } from './plain-sql.ts';
import { prepareCarriers } from './data/prepare-carriers.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Measures transfers to cards from the click to the network's answer in the books, with the simulated network: how many
 * are done a second at 64 connections, and how long each takes. `npm run bench:settlement`, `-- --quick` one round; `--
 * --before=folder` measures another checkout beside this one, in turns in the same run.
 */
const QUICK = process.argv.includes('--quick');
const ROUNDS = QUICK ? 1 : 5;
const CONNECTIONS = 64;
const TRANSFERS = QUICK ? 600 : 2000;
const WARM_UPS = QUICK ? 1 : 2;
const SCREENS = 100;
const BEFORE = process.argv.find((argument) => argument.startsWith('--before='))?.slice('--before='.length);

interface BenchSide {
  name: string;
  server: BenchServer;
  owner: pg.Client;
  serialFrom: number;
  rounds: SettlementLoad[];
}

interface SettlementLoad {
  /** From the click to the answer, which waits for the network. */
  answer: Load;
  /** From the operation's start to its end in the books. */
  done: Load;
}

const sides = await startSides();
try {
  for (let count = 0; count < WARM_UPS; count += 1) for (const side of sides) await transferAll(side);
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await measurePlainSql(sides[0]?.server.databaseUrl as string, 2000);
    for (const side of sides) {
      const settled = await transferAll(side);
      side.rounds.push(settled);
      const { perSecond } = settled.done;
      const ratio = (perSecond / baseline.perSecond).toFixed(3);
      console.log(
        `round ${round + 1}, ${side.name}: ${perSecond.toFixed(0)} a second, ${ratio} of plain SQL`,
      );
    }
  }
  report();
  for (const side of sides) await reportScreen(side);
  for (const side of sides) await reportQueue(side);
  for (const side of sides) await assertBooksAgree(side);
} finally {
  for (const { owner, server } of sides) {
    await owner.end();
    await server.stop();
  }
}

async function startSides(): Promise<BenchSide[]> {
  const checkouts = BEFORE === undefined ? [undefined] : [path.resolve(BEFORE), undefined];
  const started: BenchSide[] = [];
  for (const checkout of checkouts) {
    const server = await startServer({ storesLog: !QUICK, processes: 1, checkout });
    const owner = new pg.Client(server.databaseUrl);
    await owner.connect();
    started.push({ name: checkout ? 'before' : 'now', server, owner, serialFrom: 1000, rounds: [] });
  }
  return started;
}

/** Transfers at 64 connections; ends when the last of them has its answer in the books. */
async function transferAll(side: BenchSide): Promise<SettlementLoad> {
  const { server, owner } = side;
  const { calls, after } = await prepare(side, TRANSFERS);
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const [cpuBefore, started] = [cpuMs(), performance.now()];
  const answer = await runLoad(calls, workers);
  close();
  await waitUntilDone(owner, after);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await owner.query<{ ms: number; done: boolean }>(
    `select (extract(epoch from finished_at - created_at) * 1000)::float8 as ms, status_id = $2 as done
     from operation where id > $1`,
    [after, OPERATION_STATUS.done],
  );
  const done = computeLoad(
    rows.map(({ ms }) => ms),
    {
      perSecond: rows.length / seconds,
      cpuMs: cpuMs() - cpuBefore,
      failures: rows.filter((row) => !row.done).length,
    },
  );
  return { answer, done };
}

async function prepare(side: BenchSide, count: number) {
  const { server, owner } = side;
  const people = { companies: 100, movers: count, serialFrom: side.serialFrom };
  const movers = await prepareCarriers(server.databaseUrl, people);
  side.serialFrom += 3000;
  const { rows } = await owner.query<{ last: string }>('select coalesce(max(id), 0) as last from operation');
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
  return { movers, calls, after: Number(rows[0]?.last) };
}

async function waitUntilDone(owner: pg.Client, after: number): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      'select exists (select from operation where id > $1 and status_id = $2) as waits',
      [after, OPERATION_STATUS.inProgress],
    );
    if (!rows[0].waits) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function report(): void {
  console.log(`\n${ROUNDS} rounds of ${TRANSFERS} transfers at ${CONNECTIONS} connections, medians\n`);
  console.log('| what | done a second | CPU µs each | p50 ms | p95 ms | p99 ms | answer p99 ms | failures |');
  console.log(`|${'---|'.repeat(8)}`);
  for (const { name, rounds } of sides) {
    const [done, answer] = [
      middle(rounds.map((round) => round.done)),
      middle(rounds.map((round) => round.answer)),
    ];
    const columns = [
      done.perSecond.toFixed(0),
      done.cpuMicroseconds.toFixed(0),
      done.p50Ms.toFixed(0),
      done.p95Ms.toFixed(0),
      done.p99Ms.toFixed(0),
      answer.p99Ms.toFixed(0),
      done.failures + answer.failures,
    ];
    console.log(`| ${name} | ${columns.join(' | ')} |`);
  }
  const [before, now] = sides.map(({ rounds }) => middle(rounds.map((round) => round.done)));
  if (before && now) {
    const times = (now.perSecond / before.perSecond).toFixed(2);
    const cpu = (before.cpuMicroseconds / now.cpuMicroseconds).toFixed(2);
    console.log(`\nnow / before: ${times} times as many a second, ${cpu} by processor time`);
  }
  console.log('');
}
/**
 * Measures from the click to "done" on the screen, through the live stream: alone, and beside 64 connections that
 * transfer.
 */
async function reportScreen(side: BenchSide): Promise<void> {
  const { server } = side;
  const { movers } = await prepare(side, SCREENS);
  const alone = await measureScreen(server.port, movers.splice(0, SCREENS / 2));
  const { calls } = await prepare(side, TRANSFERS);
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const beside = runLoad(calls, workers);
  const crowded = await measureScreen(server.port, movers.slice(0, QUICK ? 10 : 20));
  await beside;
  close();
  for (const [name, load] of [
    ['alone', alone],
    ['beside the load', crowded],
  ] as const)
    console.log(
      `${side.name}, from the press to "done" on the screen, ${name}: p50 ${load.p50Ms.toFixed(0)} ms, p95 ${load.p95Ms.toFixed(0)} ms, ` +
        `failures ${load.failures}`,
    );
}

/** The queue apart: what a command's job costs beside everything else. */
async function reportQueue({ name, owner }: BenchSide): Promise<void> {
  for (const perJob of [1, 64]) {
    await measureQueue(owner, 640, perJob);
    const upkeep = await measureQueue(owner, 6400, perJob);
    console.log(
      `${name}, upkeep of the queue, ${perJob} commands a job: ${upkeep.microseconds.toFixed(0)} µs a command, ` +
        `${upkeep.cpuMicroseconds.toFixed(0)} µs of processor time`,
    );
  }
}

/** A measurement is worthless if the books do not agree. */
async function assertBooksAgree({ name, owner }: BenchSide): Promise<void> {
  const { rows } = await owner.query(`
    select (select coalesce(sum(amount_kopecks), 0) from ledger_entry)::text as total,
      (select count(*) from ledger_account account where balance_kopecks <>
        coalesce((select sum(amount_kopecks) from ledger_entry where account_id = account.id), 0))::int as wrong,
      (select count(*) from ledger_account where kind = 'in-transit' and balance_kopecks <> 0)::int as left_over,
      (select count(*) from operation where status_id = ${OPERATION_STATUS.inProgress})::int as waiting`);
  console.log(`${name}: ${JSON.stringify(rows[0])}`);
  const { total, wrong, left_over, waiting } = rows[0];
  if (total !== '0' || wrong !== 0 || waiting !== 0 || left_over !== 0)
    throw new Error('the books do not agree');
}
