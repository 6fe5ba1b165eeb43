import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { median, middle, openConnections, posted, runLoad, type Load } from './load.ts';
import type { Mover } from './prepare-carriers.ts';
import type { BenchServer } from './start-server.ts';

const ROUNDS = 5;
const CONNECTIONS = 64;
const BACKLOG = 5000;
/** Beside the movements as many are sent as the aim names. */
const STEP_MS = 100;
const EVENTS_A_STEP = 50;

export interface DispatchFigures {
  /** Sent and answered, of a backlog, with nothing else to do. */
  perSecond: number;
  alone: Load;
  beside: Load;
  /** Sent a second while others moved money. */
  besidePerSecond: number;
}

/** Webhooks of one company to a receiver on this machine: alone, and beside movements of other companies, in turns. */
export async function measureDispatch(
  server: BenchServer,
  { owner, others, movements }: { owner: Mover; others: readonly Mover[]; movements: number },
): Promise<DispatchFigures> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const receiver = await receive();
  try {
    await connect(server, client, owner, receiver.url);
    const perSecond = await sendBacklog(client, owner, receiver);
    let written = BACKLOG;
    await move(server, others, movements);
    const [alone, beside, sent]: [Load[], Load[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await move(server, others, movements));
      const feeding = feed(client, owner);
      const [before, started] = [receiver.count(), performance.now()];
      beside.push(await move(server, others, movements));
      sent.push(((receiver.count() - before) * 1000) / (performance.now() - started));
      written += await feeding.stop();
      await untilReceived(written, receiver);
    }
    return { perSecond, alone: middle(alone), beside: middle(beside), besidePerSecond: median(sent) };
  } finally {
    receiver.stop();
    await client.end();
  }
}

interface Receiving {
  url: string;
  count(): number;
  stop(): void;
}

/** Answers at once, and counts each message once. */
async function receive(): Promise<Receiving> {
  const ids = new Set<string>();
  const server = createServer((request, response) => {
    ids.add(String(request.headers['webhook-id']));
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    count: () => ids.size,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function connect(server: BenchServer, client: pg.Client, owner: Mover, url: string): Promise<void> {
  // As somebody who has just typed a code.
  await client.query(
    `update session set confirmed_at = now() from app_user where app_user.id = user_id and company_id = $1`,
    [owner.companyId],
  );
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/webhooks`, {
    method: 'POST',
    headers: { 'x-auth-token': owner.token, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['operation.created'] }),
  });
  if (!reply.ok) throw new Error(`no webhook was made: ${reply.status} ${await reply.text()}`);
}

async function writeEvents(client: pg.Client, { companyId }: Mover, count: number): Promise<void> {
  await client.query(
    `insert into change_event (company_id, generation, type, at, data)
     select $1, generation, 'operation.created', now(), json_build_object('id', number, 'card_id', 7, 'partner_id', 1,
       'type_id', 11, 'status_id', 1, 'sum', 2450.5, 'litres', 40, 'goods', 'ДТ', 'created_at', now())
     from event_generation, generate_series(1, $2::int) number`,
    [companyId, count],
  );
}

/** From the first one received to the last. */
async function sendBacklog(client: pg.Client, owner: Mover, receiver: Receiving): Promise<number> {
  await writeEvents(client, owner, BACKLOG);
  while (receiver.count() === 0) await pause(1);
  const [before, started] = [receiver.count(), performance.now()];
  while (receiver.count() < BACKLOG) await pause(1);
  return ((BACKLOG - before) * 1000) / (performance.now() - started);
}

/** Until it is stopped; then it says how many it has written. */
function feed(client: pg.Client, owner: Mover): { stop(): Promise<number> } {
  let going = true;
  let written = 0;
  const writing = (async () => {
    for (let next = performance.now(); going; next += STEP_MS) {
      await writeEvents(client, owner, EVENTS_A_STEP);
      written += EVENTS_A_STEP;
      await pause(Math.max(0, next + STEP_MS - performance.now()));
    }
  })();
  return {
    async stop() {
      going = false;
      await writing;
      return written;
    },
  };
}

/** The feed's events from before the webhook was made are not among them. */
async function untilReceived(count: number, receiver: Receiving): Promise<void> {
  while (receiver.count() < count) await pause(10);
}

async function move(server: BenchServer, people: readonly Mover[], movements: number): Promise<Load> {
  const calls = Array.from({ length: movements }, (_, index) => {
    const { token, companyId } = people[index % people.length] as Mover;
    return posted(
      `/api/client/${companyId}/accounts`,
      { 'x-auth-token': token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      JSON.stringify({ accounts: [{ partner_id: 1, sum: 1 }] }),
    );
  });
  const { workers, close } = await openConnections([server.port], CONNECTIONS);
  const load = await runLoad(calls, workers);
  close();
  return load;
}
