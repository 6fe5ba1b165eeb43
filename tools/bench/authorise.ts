import { randomUUID } from 'node:crypto';
import os from 'node:os';
import pg from 'pg';
import { median, middle, openConnections, posted, runLoad, type Load } from './measures/load.ts';
import { measurePlainSql } from './plain-sql.ts';
import { prepareCarriers, type TransferClient } from './data/prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * Measures the questions of a network that asks before it sells, by HTTP on 64 connections: 200 companies with rules, money
 * on hold, an audit row each. Beside it one prepared SQL call in the same run, and the same questions while a crowd of one
 * more company asks about one card without a pause. In turns, medians, books checked: `node tools/bench/authorise.ts`;
 * `--quick` takes one round.
 */
const QUICK = process.argv.includes('--quick');
const ROUNDS = QUICK ? 1 : 3;
const QUESTIONS = QUICK ? 4000 : 8000;
const CONNECTIONS = 64;
const CROWD = 32;
const COMPANIES = 200;
const AIM_PER_SECOND = 2000;
const AIM_P99_MS = 50;
const KEY = 'bench-network-2-asks-the-portal';
const STATION = 'АЗС № 12, Московская область, Кашира, М-4 «Дон», 45';

process.env.NETWORK_2_INBOUND_KEY = KEY;
const server = await startServer({ storesLog: true, processes: 1 });
try {
  await measure();
  await assertBooksAgree();
} finally {
  await server.stop();
}

async function measure(): Promise<void> {
  const carriers = await prepareCarriers(server.databaseUrl, {
    companies: COMPANIES,
    movers: COMPANIES,
    serialFrom: 1000,
  });
  const [crowd] = await prepareCarriers(server.databaseUrl, { companies: 1, movers: 1, serialFrom: 5000 });
  if (!crowd) throw new Error('there is no company for the crowd');
  await giveRules([...carriers, crowd]);
  await ask(carriers);
  const [plain, alone, beside]: [Load[], Load[], Load[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await measurePlainSql(server.databaseUrl, 5000));
    alone.push(await ask(carriers));
    beside.push(await besideCrowd(crowd, () => ask(carriers)));
  }
  report(plain, alone, beside);
}

function report(plain: readonly Load[], alone: readonly Load[], beside: readonly Load[]): void {
  const { length: cores } = os.cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores (load, server and database share them), load ${os.loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds\n`,
  );
  console.log('| what | a second | CPU µs each | to plain SQL | by CPU | p50 ms | p99 ms | failures |');
  console.log(`|${'---|'.repeat(8)}`);
  const baseline = middle(plain);
  for (const [name, rounds] of [
    ['plain SQL: one function call, 16 connections', plain],
    [`authorise, ${COMPANIES} companies, ${CONNECTIONS} connections`, alone],
    [`the same beside ${CROWD} connections of one company`, beside],
  ] as const) {
    const { perSecond, cpuMicroseconds, p50Ms, p99Ms, failures } = middle(rounds);
    const columns = [
      perSecond.toFixed(0),
      cpuMicroseconds.toFixed(0),
      (perSecond / baseline.perSecond).toFixed(2),
      (baseline.cpuMicroseconds / cpuMicroseconds).toFixed(2),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      failures,
    ];
    console.log(`| ${name} | ${columns.join(' | ')} |`);
  }
  const slowed = median(beside.map(({ p99Ms }, round) => p99Ms / (alone[round]?.p99Ms ?? Number.NaN)));
  const { perSecond, p99Ms } = middle(alone);
  console.log(`\np99 beside the crowd to p99 alone: ${slowed.toFixed(2)}`);
  console.log(
    `aim: ${AIM_PER_SECOND} a second, p99 ${AIM_P99_MS} ms: ${perSecond >= AIM_PER_SECOND && p99Ms <= AIM_P99_MS ? 'reached' : 'not reached'}`,
  );
}

async function ask(carriers: readonly TransferClient[]): Promise<Load> {
  const calls = Array.from({ length: QUESTIONS }, (_, index) =>
    question(carriers[index % carriers.length] as TransferClient),
  );
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const load = await runLoad(calls, workers);
  close();
  return load;
}

/** Meanwhile every pump of one company asks again and again about its card. */
async function besideCrowd(crowd: TransferClient, work: () => Promise<Load>): Promise<Load> {
  let going = true;
  const { workers, close } = await openConnections([server.port], CROWD);
  const asking = Promise.all(
    workers.map(async (worker) => {
      while (going) await worker(question(crowd));
    }),
  );
  const load = await work();
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

/** Each company has the rules that a usual one has: litres and rubles of a day, litres of a filling, hours. */
async function giveRules(carriers: readonly TransferClient[]): Promise<void> {
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const rules = [
    { kind: 'litres_filling', value: 600, since },
    { kind: 'litres_day', value: 90_000_000, since },
    { kind: 'sum_month', value: 900_000_000, since },
  ];
  await inDatabase((client) =>
    client.query(
      `insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
       select company_id, 'profile', 0, $2::jsonb, now(), min(id) from app_user
       where company_id = any($1::bigint[]) group by company_id`,
      [carriers.map(({ companyId }) => companyId), JSON.stringify(rules)],
    ),
  );
}

/** A measurement is worthless if a hold has no money, or money has no hold. */
async function assertBooksAgree(): Promise<void> {
  const { rows } = await inDatabase((client) =>
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
    `${approved} authorisations hold ${granted} kopecks, their accounts ${held}; entries sum to ${total}`,
  );
  if (total !== '0' || wrong !== 0 || held !== granted) throw new Error('the books do not agree');
}

async function inDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
