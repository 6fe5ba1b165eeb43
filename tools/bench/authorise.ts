import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { median, middle, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { measurePlainSql } from './plain-sql.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { getCpuMs } from './measures/cpu-time.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Measures the questions of a network that asks before it sells, by HTTP on 64 connections: 200 companies of 20 cards with
 * rules, money on hold, an audit row each. Beside it one prepared SQL call in the same run, and the same questions while a crowd of one
 * more company asks about one card without a pause. In turns, medians, books checked: `node tools/bench/authorise.ts`;
 * `--quick` takes one round, `--before=folder` measures another checkout in turns in the same run.
 */
const QUICK = process.argv.includes('--quick');
const BEFORE = process.argv.find((argument) => argument.startsWith('--before='))?.slice('--before='.length);
const ROUNDS = QUICK ? 1 : 3;
const QUESTIONS = QUICK ? 4000 : 8000;
const CONNECTIONS = 64;
const CROWD = 32;
const COMPANIES = 200;
const CARDS_EACH = 20;
/** Has no divisor in common with the number of cards: neighbouring questions are of different companies. */
const STRIDE = CARDS_EACH + 1;
const AIM_PER_SECOND = 2000;
const AIM_P99_MS = 50;
const KEY = 'bench-network-2-asks-the-portal';
const STATION = 'АЗС № 12, Московская область, Кашира, М-4 «Дон», 45';

process.env.NETWORK_2_INBOUND_KEY = KEY;

interface Portal {
  name: string;
  server: BenchServer;
  carriers: TransferClient[];
  crowd: TransferClient;
  alone: AskedLoad[];
  beside: AskedLoad[];
}

/** A load, and the processor time of a question in the server alone and in this process, in microseconds. */
interface AskedLoad extends Load {
  serverMicroseconds: number;
  loadMicroseconds: number;
}

const portals: Portal[] = [];
const plain: Load[] = [];
try {
  for (const checkout of BEFORE === undefined ? [undefined] : [path.resolve(BEFORE), undefined])
    portals.push(await startPortal(checkout));
  await measure();
  for (const portal of portals) await assertBooksAgree(portal);
} finally {
  for (const { server } of portals) await server.stop();
}

async function startPortal(checkout: string | undefined): Promise<Portal> {
  const server = await startServer({ storesLog: !QUICK, processes: 1, checkout });
  const { databaseUrl } = server;
  const wanted = {
    companies: COMPANIES,
    cardsEach: CARDS_EACH,
    movers: COMPANIES * CARDS_EACH,
    serialFrom: 1000,
  };
  const carriers = await prepareCarriers(databaseUrl, wanted);
  const [crowd] = await prepareCarriers(databaseUrl, { companies: 1, movers: 1, serialFrom: 50_000 });
  if (!crowd) throw new Error('there is no company for the crowd');
  const name = checkout === undefined ? 'now' : 'before';
  const portal = { name, server, carriers, crowd, alone: [], beside: [] };
  await giveRules(portal);
  await ask(portal, QUESTIONS / 8);
  return portal;
}

async function measure(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const portal of portals) {
      plain.push(await measurePlainSql(portal.server.databaseUrl, 5000));
      portal.alone.push(await ask(portal));
      portal.beside.push(await besideCrowd(portal));
    }
  }
  report();
}

function report(): void {
  const { length: cores } = os.cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores (load, server and database share them), load ${os.loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds\n`,
  );
  console.log(
    '| what | a second | CPU µs each | of it server | of it load | to plain SQL | by CPU | p50 ms | p99 ms | failures |',
  );
  console.log(`|${'---|'.repeat(10)}`);
  const baseline = middle(plain);
  const lines: [name: string, rounds: readonly (Load & Partial<AskedLoad>)[]][] = [
    ['plain SQL: one function call, 16 connections', plain],
    ...portals.flatMap(({ name, alone, beside }): typeof lines => [
      [`${name}: ${COMPANIES} companies, ${CONNECTIONS} connections`, alone],
      [`${name}: the same beside ${CROWD} connections of one company`, beside],
    ]),
  ];
  for (const [name, rounds] of lines) {
    const { perSecond, cpuMicroseconds, p50Ms, p99Ms, failures } = middle(rounds);
    const columns = [
      perSecond.toFixed(0),
      cpuMicroseconds.toFixed(0),
      median(rounds.map(({ serverMicroseconds = 0 }) => serverMicroseconds)).toFixed(0),
      median(rounds.map(({ loadMicroseconds = 0 }) => loadMicroseconds)).toFixed(0),
      (perSecond / baseline.perSecond).toFixed(2),
      (baseline.cpuMicroseconds / cpuMicroseconds).toFixed(2),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      failures,
    ];
    console.log(`| ${name} | ${columns.join(' | ')} |`);
  }
  for (const { name, alone, beside } of portals) {
    const slowed = median(beside.map(({ p99Ms }, round) => p99Ms / (alone[round]?.p99Ms ?? Number.NaN)));
    const { perSecond, p99Ms } = middle(alone);
    const isReached = perSecond >= AIM_PER_SECOND && p99Ms <= AIM_P99_MS;
    console.log(`\n${name}: p99 beside the crowd to p99 alone ${slowed.toFixed(2)}`);
    console.log(
      `aim: ${AIM_PER_SECOND} a second, p99 ${AIM_P99_MS} ms: ${isReached ? 'reached' : 'not reached'}`,
    );
  }
}

async function ask({ server, carriers }: Portal, questions = QUESTIONS): Promise<AskedLoad> {
  const calls = Array.from({ length: questions }, (_, index) =>
    question(carriers[(index * STRIDE) % carriers.length] as TransferClient),
  );
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const [serverBefore, ownBefore] = [getCpuMs(server.pid), process.cpuUsage()];
  const load = await runLoad(calls, workers);
  const own = process.cpuUsage(ownBefore);
  close();
  return {
    ...load,
    serverMicroseconds: ((getCpuMs(server.pid) - serverBefore) * 1000) / questions,
    loadMicroseconds: (own.user + own.system) / questions,
  };
}

/** Asks while every pump of one more company asks again and again about its card. */
async function besideCrowd(portal: Portal): Promise<AskedLoad> {
  let going = true;
  const { workers, close } = await openConnections([portal.server.port], CROWD);
  const asking = Promise.all(
    workers.map(async (worker) => {
      while (going) await worker(question(portal.crowd));
    }),
  );
  const load = await ask(portal);
  going = false;
  await asking;
  close();
  return load;
}

function question({ cardNumber }: TransferClient): Buffer {
  return posted(
    '/api/network/v1/authorise',
    { 'x-network-key': KEY, 'content-type': 'application/json' },
    JSON.stringify({
      card_number: cardNumber,
      station: STATION,
      pump: '1',
      goods: 301,
      litres: 1,
      sum: 60,
      request_id: randomUUID(),
    }),
  );
}

/**
 * Each company has the rules that a usual one has: litres of a filling and of a day, rubles of a month. The network has them
 * already, so that none is delivered while questions are measured.
 */
async function giveRules({ server, carriers, crowd }: Portal): Promise<void> {
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const rules = [
    { kind: 'litres_filling', value: 600, since },
    { kind: 'litres_day', value: 90_000_000, since },
    { kind: 'sum_month', value: 900_000_000, since },
  ];
  await inDatabase(server, (client) =>
    client.query(
      `with given as (
         insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
         select company_id, 'profile', 0, $2::jsonb, now(), min(id) from app_user
         where company_id = any($1::bigint[]) group by company_id returning company_id, changed_by)
       insert into rule_card (card_id, company_id, due_at, asked_by)
       select card.id, card.company_id, null, given.changed_by from given join card using (company_id)`,
      [[...carriers, crowd].map(({ companyId }) => companyId), JSON.stringify(rules)],
    ),
  );
}

/** A measurement is worthless if a hold has no money, or money has no hold. */
async function assertBooksAgree({ name, server }: Portal): Promise<void> {
  const { rows } = await inDatabase(server, (client) =>
    client.query(`
      select (select coalesce(sum(amount_kopecks), 0) from ledger_entry)::text as total,
        (select count(*) from ledger_account a where balance_kopecks <> coalesce((select sum(amount_kopecks) from ledger_entry where account_id = a.id), 0))::int as wrong,
        (select sum(balance_kopecks) from ledger_account where kind = 'hold')::text as held,
        (select sum(held_kopecks) from authorisation where state = 'approved')::text as granted,
        (select count(*) from authorisation where state = 'approved')::int as approved`),
  );
  const { total, wrong, held, granted, approved } = rows[0];
  if (approved === 0) throw new Error('every question was declined');
  console.log(
    `${name}: ${approved} authorisations hold ${granted} kopecks, their accounts ${held}; entries sum to ${total}`,
  );
  if (total !== '0' || wrong !== 0 || held !== granted) throw new Error('the books do not agree');
}

async function inDatabase<Result>(
  server: BenchServer,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
