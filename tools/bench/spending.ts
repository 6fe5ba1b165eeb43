import http from 'node:http';
import pg from 'pg';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { fillCompany } from './data/fill-company.ts';
import { median } from './measures/load.ts';
import { startServer } from './start-server.ts';

/**
 * The report of spending of a company with 10 000 cards and 500 000 operations of a year, through HTTP, beside one plain sum in
 * SQL of the same rows in the same round. Exits with 1 when a month, compared with the one before it, takes longer than half a
 * second, though its plain sum takes less than fifty milliseconds.
 */
const ROUNDS = 5;
const LONGEST_MS = 500;
const STABLE_MS = 50;

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = await startServer();
const client = new pg.Client(server.databaseUrl);
try {
  await client.connect();
  const { token, companyId } = await fillCompany(client);
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  console.log('| what | rows | p50 ms | plain sum, ms | times |\n|---|---|---|---|---|');
  for (const [label, from, to] of [
    ['30 days and the 30 before', day(31), day(2)],
    ['the whole year', day(400), day(0)],
  ] as const) {
    for (const by of SUMMARY_SIDES) await measure({ token, companyId, words: label, from, to, by });
  }
} finally {
  await client.end();
  await server.stop();
}

interface SpendingRequest {
  token: string;
  companyId: number;
  words: string;
  from: string;
  to: string;
  by: string;
}

async function measure({ token, companyId, words: label, from, to, by }: SpendingRequest): Promise<void> {
  const ours: number[] = [];
  const plain: number[] = [];
  let found = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    const requested = await timed(() =>
      ask(token, `/api/operations/summary?by=${by}&dateFrom=${from}&dateTo=${to}`),
    );
    const summed = await timed(() => plainSum(companyId, from, to));
    found = requested.result;
    // The first rounds only warm up.
    if (round >= 0) {
      ours.push(requested.ms);
      plain.push(summed.ms);
    }
  }
  const [middle, baseline] = [median(ours), median(plain)];
  console.log(
    `| ${by}, ${label} | ${found} | ${middle.toFixed(0)} | ${baseline.toFixed(0)} | ${(middle / baseline).toFixed(1)} |`,
  );
  if (label.startsWith('30') && middle > LONGEST_MS && baseline < STABLE_MS) process.exitCode = 1;
}

async function plainSum(companyId: number, from: string, to: string): Promise<void> {
  await client.query(
    `select sum(sum_kopecks), sum(centilitres) from operation where company_id = $3
       and status_id = 1 and type_id in (10, 11) and created_at >= $1::date and created_at < $2::date + 1`,
    [from, to, companyId],
  );
}

async function ask(token: string, path: string): Promise<number> {
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, agent, headers: { 'x-auth-token': token } };
    http.get(options, resolve).on('error', reject);
  });
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode}`);
  return JSON.parse(Buffer.concat(parts).toString('utf8')).meta.rows;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}
