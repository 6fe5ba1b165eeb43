import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { median, middle, openConnections, posted, runLoad, type Load } from './load.ts';
import type { TransferClient } from '../data/prepare-carriers.ts';
import { openReceivers, type Receivers } from '../receivers.ts';
import type { BenchServer } from '../start-server.ts';

const ROUNDS = 5;
const CONNECTIONS = 64;
const BACKLOG = 5000;
/** Interval at which commands are sent beside the movements, as many as the aim names. */
const STEP_MS = 100;
const EVENTS_A_STEP = 50;

export interface DispatchFigures {
  /** Messages of a backlog that were sent and answered while nothing else ran. */
  perSecond: number;
  alone: Load;
  beside: Load;
  /** Sent a second while others moved money. */
  sideLoadPerSecond: number;
}

/** Webhooks of one company to a receiver on this machine: alone, and beside movements of other companies, in turns. */
export async function measureDispatch(
  server: BenchServer,
  {
    owner,
    others,
    movements,
  }: { owner: TransferClient; others: readonly TransferClient[]; movements: number },
): Promise<DispatchFigures> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const receiver = await openReceivers();
  try {
    await receiver.connect(server, client, owner, 'events');
    const perSecond = await sendBacklog(client, owner, receiver);
    let written = BACKLOG;
    await move(server, others, movements);
    const [alone, beside, sent]: [Load[], Load[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await move(server, others, movements));
      const feeding = feed(client, owner, receiver);
      const [before, started] = [receiver.answered(), performance.now()];
      beside.push(await move(server, others, movements));
      sent.push(((receiver.answered() - before) * 1000) / (performance.now() - started));
      written += await feeding.stop();
      await waitUntilReceived(written, receiver);
    }
    return { perSecond, alone: middle(alone), beside: middle(beside), sideLoadPerSecond: median(sent) };
  } finally {
    receiver.stop();
    await client.end();
  }
}

/** Measures from the first message received to the last. */
async function sendBacklog(client: pg.Client, owner: TransferClient, receiver: Receivers): Promise<number> {
  await receiver.writeEvents(client, owner, BACKLOG);
  while (receiver.answered() === 0) await pause(1);
  const [before, started] = [receiver.answered(), performance.now()];
  while (receiver.answered() < BACKLOG) await pause(1);
  return ((BACKLOG - before) * 1000) / (performance.now() - started);
}

/** Writes events until it is stopped. `stop` returns how many it has written. */
function feed(client: pg.Client, owner: TransferClient, receiver: Receivers): { stop(): Promise<number> } {
  let going = true;
  let written = 0;
  const writing = (async () => {
    for (let next = performance.now(); going; next += STEP_MS) {
      await receiver.writeEvents(client, owner, EVENTS_A_STEP);
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
async function waitUntilReceived(count: number, receiver: Receivers): Promise<void> {
  while (receiver.answered() < count) await pause(10);
}

async function move(
  server: BenchServer,
  people: readonly TransferClient[],
  movements: number,
): Promise<Load> {
  const calls = Array.from({ length: movements }, (_, index) => {
    const { token, companyId } = people[index % people.length] as TransferClient;
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
