import { readFileSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';
import { generateOperations, type Generated } from './data/generate-operations.ts';
import { cpuMs } from './measures/cpu-time.ts';
import { median } from './measures/load.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Lists and reports over millions of operations, through HTTP: `npm run bench:lists`, `-- --quick` with a tenth of the
 * rows. What is compared runs one after the other in the same round, so that a slow minute is slow for both.
 */
const QUICK = process.argv.includes('--quick');
const CARDS = QUICK ? 1000 : 10_000;
const OPERATIONS = QUICK ? 500_000 : 5_000_000;
const ROUNDS = 41;
const REPORTS = 5;
const PER_PAGE = 20;

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const server = await startServer();
try {
  const started = performance.now();
  const generated = await generateOperations(server.databaseUrl, { cards: CARDS, operations: OPERATIONS });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${OPERATIONS} operations of ${CARDS} cards, written in ${seconds} s\n`);
  await measurePages(server, generated);
  await measureReport(server, generated);
} finally {
  await server.stop();
}

/** Prints what was measured; a missed aim fails the run. */
function hold(what: string, value: string, ratio: number, aim: string, reached: boolean): void {
  console.log(`| ${what.padEnd(46)} | ${value.padStart(9)} | ${ratio.toFixed(2)} | ${aim} |`);
  if (!reached) process.exitCode = 1;
}

async function measurePages({ port }: BenchServer, { token }: Generated): Promise<void> {
  const total = (await readPage(port, token, '')).pages;
  const requested: [what: string, query: string, most: number][] = [
    ['page 2', 'page=2', 1.2],
    ['a page after a tenth of them', `page=${Math.floor(total / 10)}`, 1.2],
    ['the page in the middle', `page=${Math.floor(total / 2)}`, 1.2],
    ['the last page', `page=${total}`, 1.2],
    ['past the end', `page=${total * 2}`, 5],
    ['purchases, in the middle', `typeId=11&page=${Math.floor(total / 3)}`, 5],
    ['refunds (1 of 100), page 100', 'typeId=10&page=100', 5],
    ['failed (1 of 1000), the last page', 'statusId=3&page=25', 5],
    ['failed blocks (1 of 100 000)', 'statusId=3&typeId=3', 5],
    ['a month two years ago, page 300', `${monthAgo(24)}&page=300`, 5],
  ];
  const times = new Map<string, number[]>([
    ['', []],
    ...requested.map(([, query]) => [query, []] as [string, number[]]),
  ]);
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [query, measured] of times) {
      const { milliseconds } = await readPage(port, token, query);
      // The first rounds only warm up.
      if (round >= 0) measured.push(milliseconds);
    }
  }
  const first = median(times.get('') ?? []);
  console.log(
    `| one company, ${total * PER_PAGE} operations, ${PER_PAGE} a page | median ms | to the first | aim |\n|---|---|---|---|`,
  );
  hold('the first page, with its exact total', first.toFixed(2), 1, 'yardstick', true);
  for (const [what, query, max] of requested) {
    const middle = median(times.get(query) ?? []);
    hold(what, middle.toFixed(2), middle / first, `at most ${max}`, middle <= first * max);
  }
  console.log('');
}

function monthAgo(months: number): string {
  const now = new Date();
  const day = (back: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, date)).toISOString().slice(0, 10);
  return `dateFrom=${day(months, 1)}&dateTo=${day(months - 1, 0)}`;
}

async function readPage(
  port: number,
  token: string,
  query: string,
): Promise<{ milliseconds: number; pages: number }> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of await ask(port, token, `/api/operations?${query}`)) chunks.push(chunk as Buffer);
  const milliseconds = performance.now() - started;
  const { meta } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return { milliseconds, pages: meta.pagination.total_pages };
}

function ask(port: number, token: string, path: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, agent, headers: { 'x-auth-token': token } }, (reply) => {
        if (reply.statusCode === 200) return resolve(reply);
        reject(new Error(`${path}: ${reply.statusCode}`));
      })
      .on('error', reject);
  });
}

/** The report as a person downloads it, compared with plain COPY of the same rows, unformatted, read as fast as possible. */
async function measureReport({ port, pid, databaseUrl }: BenchServer, generated: Generated): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const report = () => timed(() => downloadReport(port, generated.token));
  const readRaw = () => timed(() => copyRaw(client, generated.companyId));
  await report();
  const { lines, bytes } = (await report()).result;
  const rawLines = (await readRaw()).result;
  if (lines !== rawLines + 1) throw new Error(`the report has ${lines - 1} lines, the table ${rawLines}`);
  const before = residentMegabytes(pid);
  let max = before;
  const watch = setInterval(() => (max = Math.max(max, residentMegabytes(pid))), 20);
  const times = { report: [] as number[], raw: [] as number[] };
  const cpu = { report: [] as number[], raw: [] as number[] };
  for (let round = 0; round < REPORTS; round += 1) {
    for (const [name, work] of [
      ['raw', readRaw],
      ['report', report],
    ] as const) {
      const { seconds, cpuSeconds } = await work();
      times[name].push(seconds);
      cpu[name].push(cpuSeconds);
    }
  }
  clearInterval(watch);
  await client.end();
  const ratio = median(times.raw) / median(times.report);
  const byCpu = median(cpu.raw) / median(cpu.report);
  const size = (bytes / 1024 / 1024).toFixed(0);
  console.log(
    `| report of ${lines - 1} lines, ${size} MB | a second | to raw COPY | aim |\n|---|---|---|---|`,
  );
  hold('raw COPY of the same rows', perSecond(lines, times.raw), 1, 'yardstick', true);
  hold(
    'CSV through HTTP, Russian formats',
    perSecond(lines, times.report),
    ratio,
    'at least 0.9',
    ratio >= 0.9,
  );
  hold('the same by processor time, all together', perSecond(lines, cpu.report), byCpu, 'none', true);
  hold(
    'memory of the server, MB more than before',
    (max - before).toFixed(0),
    max / before,
    'at most 32 MB',
    max - before <= 32,
  );
}

function perSecond(lines: number, seconds: number[]): string {
  return Math.round(lines / median(seconds)).toString();
}

async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: number; cpuSeconds: number }> {
  const cpu = cpuMs();
  const started = performance.now();
  const result = await work();
  return {
    result,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpuMs() - cpu) / 1000,
  };
}

async function downloadReport(port: number, token: string): Promise<{ lines: number; bytes: number }> {
  let lines = 0;
  let bytes = 0;
  for await (const chunk of await ask(port, token, '/api/operations/getReport?xls=1')) {
    const part = chunk as Buffer;
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  }
  return { lines, bytes };
}

/** Drains a COPY with as little work as the driver allows. */
function copyRaw(client: pg.Client, companyId: number): Promise<number> {
  let lines = 0;
  return new Promise((resolve, reject) => {
    client.query({
      submit(connection: pg.Connection) {
        connection.query(`copy (
          select operation.created_at, card.card_number, operation.type_id, operation.goods_title, operation.centilitres,
            operation.unit_price_kopecks, operation.sum_kopecks, operation.address, operation.status_id
          from operation join card on card.id = operation.card_id where operation.company_id = ${companyId}
          order by operation.created_at desc, operation.id desc) to stdout (format csv, delimiter ';')`);
      },
      handleCopyData: () => (lines += 1),
      handleError: reject,
      handleReadyForQuery: () => resolve(lines),
      handleCommandComplete: () => {},
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handleEmptyQuery: () => {},
      handlePortalSuspended: () => {},
    } as unknown as pg.Submittable);
  });
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
