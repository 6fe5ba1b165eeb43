import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER, type OperationTypeId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { drawIds } from '../db/columns.ts';
import { rows } from '../db/database.ts';
import { finishOperation } from '../modules/fuel/settlement/carry-out-operation.ts';
import {
  findOperation,
  listDueOperations,
  type OperationRecord,
} from '../modules/cards/commands/operations.ts';
import { insertCommands } from '../modules/cards/commands/network-commands.ts';
import { toNewCommand, startOperations } from '../modules/cards/commands/operation-lifecycle.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { askOwner } from '../testing/ask-owner.ts';
import { expectBooksToAgree } from '../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';
import { serveWire, type WireReply, type WireServer } from '../testing/wires/serve-wire.ts';
import { sendCommands } from './send-commands.ts';

const partnerId = PARTNER.third;

interface SentCommand {
  requestId: string;
  kind: string;
  cardNumber: string;
}

let wire: WireServer;
let api: TestApi;
let company: GivenCompany;
/** Number of commands that the network takes in a call. It reports this with every answer. */
let batchLimit: string;
/** Returns the network's reply to the commands of a call. */
let answer: (commands: SentCommand[]) => WireReply | Promise<WireReply>;
/** Number of times that each command was carried out, by request id. */
let carriedOut: Map<string, number>;

beforeAll(async () => {
  wire = await serveWire(async ({ method, path, body }) => {
    if (path.startsWith('/events')) return toReply({ events: [], next: 0 });
    if (method === 'GET')
      return toReply({ state: carriedOut.has(path.split('/').at(-1) ?? '') ? 'done' : 'unknown' });
    const sent = JSON.parse(body) as SentCommand & { commands?: SentCommand[] };
    const reply = await answer(sent.commands ?? [sent]);
    if (sent.commands || typeof reply === 'string') return reply;
    return toReply((reply.body as { answers: object[] }).answers[0] ?? {});
  });
  const network = { NETWORK_3: 'neutral', NETWORK_3_URL: wire.url, NETWORK_3_API_KEY: 'key' };
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0', ...network } });
});

afterAll(async () => {
  await api?.stop();
  await wire?.stop();
});

beforeEach(async () => {
  [batchLimit, carriedOut, answer] = ['64', new Map(), (commands) => answerDone(commands)];
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  // The network reports how many commands it takes before the first one goes out.
  await api.ctx.getNetwork(partnerId).events(0, 1);
  wire.requests.length = 0;
});

function toReply(body: object): WireReply {
  return { headers: { 'x-commands-at-once': batchLimit }, body };
}

function answerDone(commands: SentCommand[]): WireReply {
  for (const { requestId } of commands) carriedOut.set(requestId, (carriedOut.get(requestId) ?? 0) + 1);
  return toReply({ answers: commands.map(({ requestId }) => ({ requestId, state: 'done' })) });
}

function calls(): string[] {
  return wire.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

async function lastOperation(card: GivenCard): Promise<OperationRecord> {
  const [row] = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id} order by id desc limit 1`,
  );
  return (await findOperation(api.ctx.db.system, row?.id as number)) as OperationRecord;
}

/** Creates `count` transfers of ten rubles that wait for the network, each to a card of its own. */
async function transfers(count: number): Promise<OperationRecord[]> {
  const operations: OperationRecord[] = [];
  for (let index = 0; index < count; index += 1) {
    const card = await givenCard(api, company.id, { partnerId });
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const { token } = company.admin;
    const sent = await api.post(`/api/card/${card.id}/transaction`, {
      token,
      form: { sum: 10, sms, mode: 1 },
    });
    expect(sent.status).toBe(200);
    operations.push(await lastOperation(card));
  }
  return operations;
}

function getIds(operations: readonly { id: number }[]): number[] {
  return operations.map(({ id }) => id);
}

async function readStatuses(operations: readonly { id: number }[]): Promise<number[]> {
  const found = await rows(
    api.ctx.db.system,
    sql<{ status_id: number }>`
      select status_id from operation where id = any(${getIds(operations)}::bigint[]) order by id`,
  );
  return found.map((row) => row.status_id);
}

async function balances(): Promise<{ unallocated: number; in_transit: number; cards: number }> {
  const [row] = await rows(
    api.ctx.db.system,
    sql<{ unallocated: number; in_transit: number; cards: number }>`
      select sum(balance_kopecks) filter (where kind = 'unallocated') / 100 as unallocated,
        sum(balance_kopecks) filter (where kind = 'in-transit') / 100 as in_transit,
        sum(balance_kopecks) filter (where kind = 'card') / 100 as cards
      from ledger_account where company_id = ${company.id}`,
  );
  return row as { unallocated: number; in_transit: number; cards: number };
}

/** Moves the clock ahead and sends what is then due, as the queue does. */
async function runDueJobs(): Promise<void> {
  api.clock.advanceSeconds(60);
  const due = { partnerId, now: api.clock.now(), limit: 100 };
  const operationIds = await listDueOperations(api.ctx.db.system, due);
  await sendCommands(api.ctx, { operationIds, partnerId });
}

const { done, failed, inProgress } = OPERATION_STATUS;

test('commands of one transaction to one network are one job', async () => {
  const cards: GivenCard[] = [];
  for (let count = 0; count < 3; count += 1) cards.push(await givenCard(api, company.id, { partnerId }));
  await api.ctx.db.inSystem((tx) =>
    startOperations(tx, {
      cards: cards.map((card) => ({ ...card, companyId: company.id })),
      typeId: OPERATION_TYPE.blocking,
      now: api.clock.now(),
    }),
  );
  const jobs = await askOwner<{ ids: number[] }>(
    api,
    `select job.payload -> 'operationIds' as ids from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'carry-out-operations:3'`,
  );
  const requested = await Promise.all(cards.map(lastOperation));
  expect(jobs).toEqual([{ ids: getIds(requested) }]);
});

async function blocked(of: GivenCompany, count: number): Promise<GivenCard[]> {
  const cards: GivenCard[] = [];
  for (let made = 0; made < count; made += 1) cards.push(await givenCard(api, of.id, { partnerId }));
  const requested = cards.map((card) => ({ ...card, companyId: of.id }));
  await api.ctx.db.inSystem((tx) =>
    startOperations(tx, { cards: requested, typeId: OPERATION_TYPE.blocking, now: api.clock.now() }),
  );
  return cards;
}

/** Does the jobs that wait in the queue for the cards, as the lane does. */
async function runCommandJobs(cards: readonly GivenCard[]): Promise<void> {
  const ids = getIds(await Promise.all(cards.map(lastOperation)));
  const jobs = await askOwner<{ payload: Parameters<typeof sendCommands>[1] & { operationId?: number } }>(
    api,
    `select job.payload from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier like 'carry-out-operation%:3'`,
  );
  const own = jobs.map(({ payload }) => payload).filter((item) => ids.includes(item.operationIds?.[0] ?? 0));
  await Promise.all(own.map((payload) => sendCommands(api.ctx, payload)));
}

test('a company’s crowd of commands delays another’s by its own turn, not by the crowd', async () => {
  batchLimit = '1';
  await api.ctx.getNetwork(partnerId).events(0, 1);
  const [received, ends]: [string[], (() => void)[]] = [[], []];
  answer = async (commands) => {
    received.push(commands[0]?.cardNumber ?? '');
    await new Promise<void>((resolve) => ends.push(resolve));
    return answerDone(commands);
  };
  const crowd = await blocked(company, 40);
  const others = await blocked(await givenCompany(api), 2);
  const sending = runCommandJobs(crowd);
  // The portal gives an unanswered call up after some seconds, so no answer waits for the next poll.
  const interval = 1;
  await expect.poll(() => received.length, { interval }).toBe(16);
  const sendingOthers = runCommandJobs(others);
  for (let answered = 1; answered <= 42; answered += 1) {
    await expect.poll(() => ends.length, { interval }).toBeGreaterThan(0);
    ends.shift()?.();
    await expect.poll(() => received.length, { interval }).toBe(Math.min(16 + answered, 42));
  }
  await Promise.all([sending, sendingOthers]);
  expect(Math.max(...others.map(({ number }) => received.indexOf(number)))).toBeLessThan(30);
});

test('a job’s commands go to their network in one call, each with its own audit row', async () => {
  const operations = await transfers(5);
  await sendCommands(api.ctx, { operationIds: getIds(operations), partnerId });
  expect(calls()).toEqual(['/commands/batch']);
  expect(await balances()).toEqual({ unallocated: 950, in_transit: 0, cards: 50 });
  const lines = await rows(
    api.ctx.db.system,
    sql<{ actor: string; id: number }>`
      select actor, (target ->> 'id')::bigint as id from audit_event, jsonb_array_elements(targets) as target
      where company_id = ${company.id} and target ->> 'kind' = 'operation' and actor is not null order by 2`,
  );
  expect(lines).toEqual(
    getIds(operations).map((id) => ({ actor: `job: carry-out-operation:${partnerId}`, id })),
  );
  await expectBooksToAgree(api);
});

test('each command of a call ends alone: done, refused, lost, ambiguous, unreadable', async () => {
  const operations = await transfers(5);
  const [, refused, , contradicted, unreadable] = operations as [
    OperationRecord,
    OperationRecord,
    OperationRecord,
    OperationRecord,
    OperationRecord,
  ];
  answer = async (commands) => {
    // The network's feed is read meanwhile and reports that this one was refused.
    await finishOperation(api.ctx, contradicted, { done: false, reason: 'Карта закрыта' });
    const [first, second, , fourth, fifth] = commands.map(({ requestId }) => requestId);
    return toReply({
      answers: [
        { requestId: fifth, state: 'unreadable', error: 'no such field' },
        { requestId: fourth, state: 'done' },
        { requestId: second, state: 'refused', reason: 'Карта в стоп-листе' },
        { requestId: first, state: 'done' },
      ],
    });
  };
  await sendCommands(api.ctx, { operationIds: getIds(operations), partnerId });
  expect(await readStatuses(operations)).toEqual([done, failed, inProgress, failed, inProgress]);
  expect(await balances()).toEqual({ unallocated: 970, in_transit: 20, cards: 10 });
  expect((await findOperation(api.ctx.db.system, refused.id))?.attempts).toBe(1);
  const logged = await rows(
    api.ctx.db.system,
    sql<{ subject: string }>`select subject from network_contradiction where company_id = ${company.id}`,
  );
  expect(logged).toEqual([{ subject: contradicted.networkRequestId }]);
  const jobs = await askOwner(
    api,
    `select payload ->> 'operationId' as id, key from graphile_worker._private_jobs where key like 'operation:%'`,
  );
  expect(jobs).toEqual([{ id: String(unreadable.id), key: `operation:${unreadable.id}` }]);
  expect(api.ctx.getBreaker(partnerId).now().state).toBe('closed');

  // The portal asks about the lost one, the network has never received it, and it is sent again.
  answer = (commands) => answerDone(commands);
  await runDueJobs();
  expect(await readStatuses(operations)).toEqual([done, failed, done, failed, done]);
  expect(await balances()).toEqual({ unallocated: 970, in_transit: 0, cards: 30 });
  await expectBooksToAgree(api);
});

test('a call carried out by a network without an answer moves each card’s money once', async () => {
  const operations = await transfers(6);
  answer = (commands) => {
    answerDone(commands);
    return 'break';
  };
  await sendCommands(api.ctx, { operationIds: getIds(operations), partnerId });
  expect(await balances()).toEqual({ unallocated: 940, in_transit: 60, cards: 0 });
  expect(api.ctx.getBreaker(partnerId).now().state).toBe('open');
  answer = (commands) => answerDone(commands);
  // One probe ends the silence, and then all the others are due.
  await runDueJobs();
  await runDueJobs();
  expect([...carriedOut.values()]).toEqual(operations.map(() => 1));
  expect(await balances()).toEqual({ unallocated: 940, in_transit: 0, cards: 60 });
  await expectBooksToAgree(api);
});

test('answers that a dying process has not booked are booked once by the next attempt', async () => {
  const operations = await transfers(4);
  await askOwner(
    api,
    `create function die_before_booking() returns trigger language plpgsql as $$
      begin raise exception 'the process is gone'; end $$;
    create trigger die_before_booking before update of status_id on operation for each row
      when (new.company_id = ${company.id}) execute function die_before_booking()`,
  );
  await sendCommands(api.ctx, { operationIds: getIds(operations), partnerId });
  expect(await balances()).toEqual({ unallocated: 960, in_transit: 40, cards: 0 });
  await askOwner(api, 'drop trigger die_before_booking on operation; drop function die_before_booking');
  await runDueJobs();
  await sendCommands(api.ctx, { operationIds: getIds(operations), partnerId });
  expect([...carriedOut.values()]).toEqual([1, 1, 1, 1]);
  expect(await balances()).toEqual({ unallocated: 960, in_transit: 0, cards: 40 });
  await expectBooksToAgree(api);
});

test('a job that two processes do at the same time moves the money once', async () => {
  const operations = await transfers(4);
  const job = { operationIds: getIds(operations), partnerId };
  await Promise.all([sendCommands(api.ctx, job), sendCommands(api.ctx, job)]);
  await runDueJobs();
  expect(await balances()).toEqual({ unallocated: 960, in_transit: 0, cards: 40 });
  await expectBooksToAgree(api);
});

test('an unblock of a card is sent only when the block before it has ended', async () => {
  const card = await givenCard(api, company.id, { partnerId });
  const now = api.clock.now();
  const about = { card: { ...card, companyId: company.id }, sum: kopecks(0), authorId: null };
  const ids = await drawIds(api.ctx.db.system, 'operation_id_seq', 2);
  const types = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];
  const commands = ids.map((id, index) =>
    toNewCommand(id, { ...about, typeId: types[index] as OperationTypeId }, now),
  );
  await insertCommands(api.ctx.db.system, commands, now);
  const order: string[] = [];
  answer = (commands) => {
    order.push(...commands.map(({ kind }) => kind));
    return answerDone(commands);
  };
  await sendCommands(api.ctx, { operationIds: ids, partnerId });
  expect(order).toEqual(['block']);
  await runDueJobs();
  expect(order).toEqual(['block', 'unblock']);
});

test('a network of one command a call gets sixteen calls at a time, from many jobs', async () => {
  batchLimit = '1';
  await api.ctx.getNetwork(partnerId).events(0, 1);
  const operations = await transfers(20);
  const waiting: (() => void)[] = [];
  answer = (commands) => new Promise((resolve) => waiting.push(() => resolve(answerDone(commands))));
  const ids = getIds(operations);
  const jobs = [ids.slice(0, 10), ids.slice(10)].map((operationIds) =>
    sendCommands(api.ctx, { operationIds, partnerId }),
  );
  await expect.poll(() => calls().length).toBe(16);
  expect(waiting.length).toBe(16);
  while (carriedOut.size < 20) {
    for (const letGo of waiting.splice(0)) letGo();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(jobs);
  expect(new Set(calls())).toEqual(new Set(['/commands']));
  expect(await balances()).toEqual({ unallocated: 800, in_transit: 0, cards: 200 });
});
