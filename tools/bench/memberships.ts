import http from 'node:http';
import path from 'node:path';
import pg from 'pg';
import { readClient } from '#contract/money/money.ts';
import { getExactCpuMs } from './measures/cpu-time.ts';
import { median } from './measures/load.ts';
import { signIn } from './script-weight.ts';
import { startServer, type BenchServer } from './start-server.ts';

/**
 * Measures what reads of a user of one company cost beside another checkout, in turns in the same run: `node tools/bench/memberships.ts
 * --before=folder [--reads=600]`. For memberships the other checkout is the commit before 3f0e842c. The figures are processor time of
 * the server and of its database connections, because a busy machine changes elapsed time more. The table is printed after each round.
 */
const getOption = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const BEFORE = getOption('before');
const ROUNDS = 3;
const READS = Number(getOption('reads') ?? 600);
const WARM_READS = READS / 2;
const BLOCKS = 20;
const MAX_RATIO = 1.03;

interface Side {
  name: string;
  server: BenchServer;
  client: pg.Client;
  token: string;
  companyId: number;
  /** Microseconds of processor time for a read, by path, one for each round. */
  costs: Map<string, number[]>;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
const sides: Side[] = [];
try {
  if (BEFORE === undefined) throw new Error('give the other checkout: --before=folder');
  for (const checkout of [path.resolve(BEFORE), undefined]) sides.push(await startSide(checkout));
  for (const side of sides)
    for (const read of listReads(side)) await repeatReads(side, read.path, WARM_READS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { name }] of listReads(sides[0] as Side).entries()) await measureInTurns(name, index);
    await report();
  }
} finally {
  for (const { client, server } of sides) {
    await client.end();
    await server.stop();
  }
}

async function startSide(checkout: string | undefined): Promise<Side> {
  const server = await startServer({ processes: 1, checkout });
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const session = (await signIn(`http://127.0.0.1:${server.port}`)) as {
    tokens: { access: string };
    profile: { company: { id: number } };
  };
  const { tokens, profile } = session;
  const name = checkout ? 'before' : 'now';
  return { name, server, client, token: tokens.access, companyId: profile.company.id, costs: new Map() };
}

function listReads({ companyId }: Side): { name: string; path: string }[] {
  return [
    { name: 'invitations', path: '/api/invitations' },
    { name: 'balances', path: readClient.path.replace(':id', String(companyId)) },
    { name: 'cards', path: '/api/card' },
    { name: 'operations', path: '/api/operations' },
    { name: 'documents', path: '/api/doc' },
  ];
}

/** Measures one read on both sides, block by block, so that a slow minute is slow for both. */
async function measureInTurns(name: string, index: number): Promise<void> {
  const spent = new Map<Side, number>(sides.map((side) => [side, 0]));
  for (let block = 0; block < BLOCKS; block += 1)
    for (const side of block % 2 === 0 ? sides : sides.toReversed()) {
      const before = await readCpuMs(side);
      await repeatReads(side, listReads(side)[index]?.path ?? '', READS / BLOCKS);
      spent.set(side, (spent.get(side) ?? 0) + sumSince(before, await readCpuMs(side)));
    }
  for (const [side, ms] of spent)
    side.costs.set(name, [...(side.costs.get(name) ?? []), (ms * 1000) / READS]);
}

/** Reads the milliseconds that the server and its database connections have used, by process. */
async function readCpuMs({ server, client }: Side): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return new Map([server.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, getExactCpuMs(pid)]));
}

/** Adds up what each process has used since. A connection that has ended since is left out. */
function sumSince(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number {
  return [...now].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

async function repeatReads({ server, token }: Side, url: string, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; left > 0; left -= 1) await read(server.port, token, url);
    }),
  );
}

/** Returns the bytes of the answer. */
function read(port: number, token: string, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: url, agent, headers: { 'x-auth-token': token } }, (reply) => {
        if (reply.statusCode !== 200) return reject(new Error(`${url}: ${reply.statusCode}`));
        let bytes = 0;
        reply.on('data', (part: Buffer) => (bytes += part.length));
        reply.once('end', () => resolve(bytes));
      })
      .once('error', reject);
  });
}

async function report(): Promise<void> {
  console.log(
    '| read | before, µs of CPU | now | ratio, by round | median | bytes |\n|---|---|---|---|---|---|',
  );
  const [before, now] = sides as [Side, Side];
  const sums = { before: 0, now: 0 };
  for (const [index, [name, costs]] of [...before.costs].entries()) {
    const others = now.costs.get(name) ?? [];
    const ratios = costs.map((cost, round) => (others[round] ?? NaN) / cost);
    sums.before += median(costs);
    sums.now += median(others);
    console.log(
      `| ${name} | ${median(costs).toFixed(0)} | ${median(others).toFixed(0)} | ${ratios
        .map((ratio) => ratio.toFixed(2))
        .join(
          ', ',
        )} | ${median(ratios).toFixed(2)} | ${await readBytes(before, index)}, ${await readBytes(now, index)} |`,
    );
  }
  const ratio = sums.now / sums.before;
  console.log(`all reads: ${ratio.toFixed(3)}, aim ${MAX_RATIO}`);
  process.exitCode = ratio > MAX_RATIO ? 1 : 0;
}

function readBytes(side: Side, index: number): Promise<number> {
  return read(side.server.port, side.token, listReads(side)[index]?.path ?? '');
}
