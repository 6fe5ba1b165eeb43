import http from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import type { OperationColumns } from '#contract/fuel/operation-columns.ts';
import { OPERATION_SORTS } from '#contract/fuel/operations.ts';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { listWorkingSet, type WorkingSetQuery } from '#contract/fuel/working-set/list-working-set.ts';
import { summarizeWorkingSet, type SummaryQuery } from '#contract/fuel/working-set/summarize-working-set.ts';
import { countRows, readColumns, toWorkingSet } from '#contract/fuel/working-set/working-set.ts';
import { generateOperations, type Generated } from './data/generate-operations.ts';
import { cpuMs } from './measures/cpu-time.ts';
import { median } from './measures/load.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Measures the operations that a browser has of a company (contract/src/fuel/working-set): the bytes and the processor time of
 * reading a hundred thousand once, and the processor time of filters, orders, sums and reports over them, beside the server's own answer to
 * the same query: `node tools/bench/working-set.ts`. Exits with 1 above 3 MB, or where a query takes more than 16 ms.
 */
const CARDS = 2000;
/** A tenth of them is the company's; `--quick`: fewer. */
const OPERATIONS = process.argv.includes('--quick') ? 100_000 : 1_000_000;
const MAX_BYTES = 3_000_000;
const MAX_MS = 16;
const REPEATS = 21;

const server = await startServer();
try {
  const generated = await generateOperations(server.databaseUrl, { cards: CARDS, operations: OPERATIONS });
  await nameAsNetworksDo(server, generated);
  const parts = await readAll(server, generated);
  await measureQueries(server, generated, parts);
} finally {
  await server.stop();
}

/** Numbers of networks don't follow from one another: in a row they would be compressed to nothing. */
async function nameAsNetworksDo({ databaseUrl }: BenchServer, { companyId }: Generated): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `update operation set external_id = upper(left(md5(id::text), 12)), centilitres = 2000 + hashint8(id) % 30000
     where company_id = $1 and external_id is not null`,
    [companyId],
  );
  await client.end();
}

async function readAll(bench: BenchServer, generated: Generated): Promise<OperationColumns[]> {
  const parts: OperationColumns[] = [];
  let [bytes, readMs] = [0, 0];
  const before = cpuMs();
  const own = process.cpuUsage();
  let next: string | null = '';
  while (next !== null) {
    const body = await read(bench, generated, `/api/operations/columns${next && `?before=${next}`}`);
    bytes += body.bytes;
    const started = process.cpuUsage();
    const { data, meta } = JSON.parse(body.text) as { data: OperationColumns; meta: { next: string | null } };
    parts.push(readColumns(data));
    readMs = Math.max(readMs, process.cpuUsage(started).user / 1000);
    next = meta.next;
  }
  const serverMs = cpuMs() - before - process.cpuUsage(own).user / 1000;
  console.log(
    `${countRows(toWorkingSet(parts, true))} operations in ${parts.length} answers: ${(bytes / 1e6).toFixed(2)} MB, ` +
      `${Math.round(serverMs)} ms of CPU of server and database, longest answer read in ${readMs.toFixed(0)} ms\n`,
  );
  if (bytes > MAX_BYTES) process.exitCode = 1;
  return parts;
}

function read(
  { port }: BenchServer,
  { token }: Generated,
  path: string,
): Promise<{ bytes: number; text: string }> {
  const headers = { 'x-auth-token': token, 'accept-encoding': 'br' };
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const body = Buffer.concat(pieces);
          // A short answer comes as it is.
          const isCompressed = answer.headers['content-encoding'] === 'br';
          const text = (isCompressed ? brotliDecompressSync(body) : body).toString();
          if (answer.statusCode === 200) resolve({ bytes: body.byteLength, text });
          else reject(new Error(`${path} answered ${answer.statusCode}: ${text}`));
        });
      })
      .on('error', reject);
  });
}

/** Measures each query as the first one after the set was read, and prints the median and the longest of the repeats. */
async function measureQueries(
  bench: BenchServer,
  generated: Generated,
  parts: readonly OperationColumns[],
): Promise<void> {
  const set = toWorkingSet(parts, true);
  const some = parts[0] as OperationColumns;
  const goods = some.lists.goods[0]?.title ?? undefined;
  const lists: [string, WorkingSetQuery][] = [
    ['all, first page', { page: 1 }],
    ['all, last page', { page: Math.ceil(countRows(set) / 20) }],
    ['goods', { goods, page: 1 }],
    [
      'card, goods, type, days',
      { cardId: some.lists.cards[0]?.id, goods, typeId: 11, dateFrom: '2025-06-01', page: 1 },
    ],
    [
      'no driver, by sum, page 1 000',
      { drivers: 'none', page: 1000, sort: { key: 'sum', descending: false } },
    ],
    ...OPERATION_SORTS.map((key): [string, WorkingSetQuery] => [
      `all by ${key}`,
      { page: 1, sort: { key, descending: true } },
    ]),
  ];
  const today = new Date().toISOString().slice(0, 10);
  const reports = SUMMARY_SIDES.map((by): [string, SummaryQuery] => [`report by ${by}, all days`, { by }]);
  console.log('| query | browser, median ms | longest ms | server, ms of CPU |\n|---|---|---|---|');
  for (const [what, query] of lists) {
    const { sort, ...filter } = query;
    const written = { ...filter, sort: sort && `${sort.descending ? '-' : ''}${sort.key}` };
    await measure({
      what,
      answer: () => listWorkingSet(set, query),
      ask: () => read(bench, generated, `/api/operations?${toSearch(written)}`),
    });
  }
  for (const [what, query] of reports)
    await measure({
      what,
      answer: () => summarizeWorkingSet(set, query, today),
      ask: () => read(bench, generated, `/api/operations/summary?${toSearch({ ...query })}`),
    });
}

function toSearch(query: Record<string, string | number | undefined>): string {
  const written = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return String(new URLSearchParams(written));
}

/** Measures an answer of the browser beside the server's to the same query, and prints both. */
async function measure({
  what,
  answer,
  ask,
}: {
  what: string;
  answer: () => unknown;
  ask: () => Promise<unknown>;
}): Promise<void> {
  const times = Array.from({ length: REPEATS }, () => {
    const started = process.cpuUsage();
    answer();
    return process.cpuUsage(started).user / 1000;
  });
  const before = cpuMs() - process.cpuUsage().user / 1000;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) await ask();
  const serverMs = (cpuMs() - process.cpuUsage().user / 1000 - before) / REPEATS;
  const longest = Math.max(...times.slice(1));
  console.log(`| ${what} | ${median(times).toFixed(1)} | ${longest.toFixed(1)} | ${serverMs.toFixed(1)} |`);
  if (median(times) > MAX_MS) process.exitCode = 1;
}
