import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import pg from 'pg';
import { MAX_EVENTS_PER_PAGE } from '#contract/companies/events.ts';
import { cpuMs } from './cpu-time.ts';
import { median } from './load.ts';
import type { TransferClient } from '../data/prepare-carriers.ts';
import type { BenchServer } from '../start-server.ts';

const ROUNDS = 7;
/** A busy transaction of a feed writes this many. */
const BATCH_SIZE = 500;

export interface FeedFigures {
  events: number;
  perSecond: number;
  /** Events a second of the pages, to rows a second of COPY. */
  ratio: number;
  /** The same ratio by the CPU time of all processes involved. */
  ratioByCpu: number;
  /**
   * The same ratio of the least that pages over HTTP take: each page copied by a statement of its own, and as many bytes sent by a
   * server that does nothing else. Without session, isolation, horizon and JSON.
   */
  floorRatio: number;
}

/** A company's whole feed by full pages over one connection, in turn with COPY of the same rows. */
export async function measureEventsFeed(
  server: BenchServer,
  reader: TransferClient,
  events: number,
): Promise<FeedFigures> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await writeEvents(client, reader.companyId, events);
    const pages = () => readPages({ port: server.port, agent, token: reader.token });
    const copy = () => copyEvents(client, reader.companyId);
    await assertComplete({ port: server.port, agent, token: reader.token }, events);
    const pageBytes = (await readPage({ port: server.port, agent, token: reader.token }, '')).byteLength;
    const plain = await startPlainPages(pageBytes);
    const [read, copied, least] = [[] as ReadCost[], [] as ReadCost[], [] as number[]];
    for (let round = -1; round < ROUNDS; round += 1) {
      const [baseline, measured] = [await measureRead(copy), await measureRead(pages)];
      if (baseline.rows !== events || measured.rows < events)
        throw new Error(`read ${measured.rows} and ${baseline.rows} of ${events}`);
      // The first round only warms up.
      if (round < 0) continue;
      read.push(measured);
      copied.push(baseline);
      const pagesByCopy = await measureRead(() => copyPages(client, reader.companyId));
      const pagesByHttp = await measureRead(() => fetchPages({ port: plain.port, agent }, events));
      least.push(pagesByCopy.seconds + pagesByHttp.seconds);
    }
    plain.stop();
    const compareMedians = (pick: (item: ReadCost) => number) =>
      median(copied.map(pick)) / median(read.map(pick));
    return {
      events,
      perSecond: events / median(read.map(({ seconds }) => seconds)),
      ratio: compareMedians(({ seconds }) => seconds),
      ratioByCpu: compareMedians(({ cpu }) => cpu),
      floorRatio: median(copied.map(({ seconds }) => seconds)) / median(least),
    };
  } finally {
    agent.destroy();
    await client.end();
  }
}

interface ReadCost {
  rows: number;
  seconds: number;
  cpu: number;
}

async function measureRead(work: () => Promise<number>): Promise<ReadCost> {
  const [cpu, started] = [cpuMs(), performance.now()];
  const rows = await work();
  return { rows, seconds: (performance.now() - started) / 1000, cpu: cpuMs() - cpu };
}

async function writeEvents(client: pg.Client, companyId: number, events: number): Promise<void> {
  // Removes the events that preparing the company has published.
  await client.query('truncate change_event');
  for (let from = 1; from <= events; from += BATCH_SIZE) {
    await client.query(
      `insert into change_event (company_id, generation, type, at, data)
       select $1, (select generation from event_generation), 'operation.created', now(),
         json_build_object('id', number, 'card_id', number % 97, 'partner_id', 1 + number % 4, 'type_id', 11, 'status_id', 1,
           'sum', (245050 + number % 1000)::numeric / 100, 'litres', 4000::numeric / 100, 'goods', 'ДТ', 'created_at', now())
       from generate_series($2::int, $3::int) number`,
      [companyId, from, Math.min(from + BATCH_SIZE - 1, events)],
    );
  }
  await client.query('vacuum (analyze) change_event');
}

interface FeedEndpoint {
  port: number;
  agent: http.Agent;
  token: string;
}

/** Drains the pages with as little work as the cursor allows. Returns how many events they can have contained. */
async function readPages(endpoint: FeedEndpoint): Promise<number> {
  let pages = 0;
  for (let after = ''; ;) {
    const text = await readPage(endpoint, after);
    pages += 1;
    const [, next, more] = NEXT_CURSOR.exec(text.subarray(-200).toString('latin1')) ?? [];
    if (more !== 'true') return pages * MAX_EVENTS_PER_PAGE;
    after = `&after=${next}`;
  }
}

const NEXT_CURSOR = /"next":"([^"]+)","more":(true|false)/;

async function readPage({ port, agent, token }: FeedEndpoint, after: string): Promise<Buffer> {
  const path = `/api/v1/events?limit=${MAX_EVENTS_PER_PAGE}${after}`;
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent, headers: { 'x-auth-token': token } };
    http.get(options, resolve).on('error', reject);
  });
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode}`);
  return Buffer.concat(parts);
}

/** Reads every event once. None is missing, none comes twice, and they are in order. */
async function assertComplete(endpoint: FeedEndpoint, events: number): Promise<void> {
  let received = 0;
  for (let after = '', more = true; more;) {
    const page = JSON.parse((await readPage(endpoint, after)).toString('utf8'));
    for (const { data } of page.data) {
      received += 1;
      if (data.id !== received) throw new Error(`event ${received} is ${JSON.stringify(data)}`);
    }
    more = page.meta.more;
    after = `&after=${page.meta.next}`;
  }
  if (received !== events) throw new Error(`the feed told ${received} of ${events} events`);
}

/** Copies page after page, each by a statement that begins behind the last id. */
async function copyPages(client: pg.Client, companyId: number): Promise<number> {
  let rows = 0;
  for (let after = 0, copied = -1; copied !== 0;) {
    copied = 0;
    await copy(
      client,
      `select id, type, at, data from change_event where company_id = ${companyId} and id > ${after}
       order by generation, xid, id limit ${MAX_EVENTS_PER_PAGE}`,
      (line) => {
        copied += 1;
        after = Number.parseInt(line.toString('latin1', 0, 20), 10);
      },
    );
    rows += copied;
  }
  return rows;
}

/** Reads as many pages as hold the events from a server that only sends their bytes. */
async function fetchPages(endpoint: Pick<FeedEndpoint, 'port' | 'agent'>, events: number): Promise<number> {
  const pages = Math.ceil(events / MAX_EVENTS_PER_PAGE);
  for (let page = 0; page < pages; page += 1) await readPage({ ...endpoint, token: '' }, '');
  return pages * MAX_EVENTS_PER_PAGE;
}

/** Starts a process that answers each request with so many bytes. */
async function startPlainPages(bytes: number): Promise<{ port: number; stop: () => void }> {
  const program = `
    const body = Buffer.alloc(${bytes}, 'x');
    const server = require('node:http').createServer((request, response) => response.end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(port.toString()), stop: () => void child.kill() };
}

/** The same columns of the same rows in the same order. */
async function copyEvents(client: pg.Client, companyId: number): Promise<number> {
  let lines = 0;
  await copy(
    client,
    `select id, type, at, data from change_event where company_id = ${companyId} order by generation, xid, id`,
    () => (lines += 1),
  );
  return lines;
}

/** Drains a COPY with as little work as the driver allows. */
function copy(client: pg.Client, select: string, take: (line: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy (${select}) to stdout`),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => take(chunk),
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleCommandComplete: () => {},
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handleEmptyQuery: () => {},
      handlePortalSuspended: () => {},
    } as unknown as pg.Submittable);
  });
}
