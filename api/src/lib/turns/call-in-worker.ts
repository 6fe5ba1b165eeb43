import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { currentWork } from '../current-work.ts';

/** Number of rows of a long list in one message. Reading all rows at once would block the program's other work. */
const ROWS_PER_MESSAGE = 500;

/**
 * The worker's program: calls any exported function of any module with one argument that can be cloned. The lists that
 * the call names are sent before the result, a part at a time, each when the one before it has been read.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { once } = require('node:events');
  async function sendLists(result) {
    for (const path of workerData.lists) {
      const names = path.split('.');
      const last = names.pop();
      const holder = names.reduce((at, name) => at?.[name], result);
      const list = holder?.[last];
      if (!Array.isArray(list)) continue;
      holder[last] = [];
      for (let at = 0; at < list.length; at += ${ROWS_PER_MESSAGE}) {
        parentPort.postMessage({ path, part: list.slice(at, at + ${ROWS_PER_MESSAGE}) });
        await once(parentPort, 'message');
      }
    }
    return result;
  }
  // Shared memory is copied here, because libraries refuse it.
  const ownBytes = (value) => (value instanceof Uint8Array ? Buffer.from(value) : value);
  import(workerData.module)
    .then((module) => module[workerData.name](ownBytes(workerData.argument)))
    .then(sendLists)
    .then((result) => parentPort.postMessage({ result }), (error) => parentPort.postMessage({ error: String(error?.stack ?? error) }));
`;

/** The most calls that wait behind the one being served. */
const MAX_WAITING = 10;
const TIME_LIMIT_MS = 60_000;

export interface WorkerCall {
  module: URL;
  /** Name of the exported function. */
  name: string;
  /** Fetched when its turn comes, so that waiting calls hold no data. */
  argument: () => Promise<unknown>;
  /** Aborted when the result is no longer needed. By default the signal of the current work: its caller has gone. */
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** Memory limit of its JavaScript objects. None: as much as the program itself may have. */
  memoryLimitMb?: number;
  /** Calls that may wait behind the one being served. */
  maxWaiting?: number;
  /** Long lists of the result, by their path: `bankFile.documents`. They come a part at a time. */
  lists?: readonly string[];
}

/** Too many calls are waiting, or the caller that wanted the result has gone. */
export class CallAbandoned extends Error {}

/** The work took more time or memory than it may. */
export class WorkerLimitExceeded extends Error {}

interface Waiting {
  owner: string;
  start(): void;
}

interface Line {
  isBusy: boolean;
  waiting: Waiting[];
  /** Owners that were served while others waited, the latest last. */
  served: string[];
}

/** One line per module: a crowd that wants one kind of work does not block another kind. */
const lines = new Map<string, Line>();

function getWorkerLine({ href }: URL): Line {
  const known = lines.get(href) ?? { isBusy: false, waiting: [], served: [] };
  lines.set(href, known);
  return known;
}

/**
 * Calls a module's exported function in a thread of its own, so that heavy work does not delay other requests. One
 * call per module at a time: others wait their turn instead of taking all processors and memory, and too many are
 * refused. Companies take turns, and none has more than half of the line. Throws CallAbandoned and WorkerLimitExceeded.
 */
export async function callInWorker<Result>(call: WorkerCall): Promise<Result> {
  const { module, name, argument, lists = [], maxWaiting = MAX_WAITING } = call;
  const signal = call.signal ?? currentWork()?.signal ?? new AbortController().signal;
  const line = getWorkerLine(module);
  await takeTurn(line, { signal, maxWaiting });
  try {
    assertNotAborted(signal);
    const workerData = { module: module.href, name, argument: await shareBytes(await argument()), lists };
    assertNotAborted(signal);
    return await runWorker<Result>(workerData, { ...call, signal });
  } finally {
    passTurn(line);
  }
}

const BYTES_PER_TURN = 1024 * 1024;

/**
 * Copies the bytes of a file into shared memory, a part at a time. A clone of ten megabytes for the worker, made at once, would
 * keep others waiting for 50 ms.
 */
async function shareBytes(value: unknown): Promise<unknown> {
  if (!(value instanceof Uint8Array)) return value;
  const shared = new Uint8Array(new SharedArrayBuffer(value.length));
  for (let at = 0; at < value.length; at += BYTES_PER_TURN) {
    shared.set(value.subarray(at, at + BYTES_PER_TURN), at);
    await setImmediate();
  }
  return shared;
}

async function takeTurn(
  line: Line,
  { signal, maxWaiting }: { signal: AbortSignal; maxWaiting: number },
): Promise<void> {
  const owner = getOwner();
  if (line.isBusy) {
    assertNotAborted(signal);
    const own = line.waiting.filter((other) => other.owner === owner);
    if (line.waiting.length >= maxWaiting || own.length >= Math.ceil(maxWaiting / 2))
      throw new CallAbandoned('too many wait');
    await waitInLine(line, owner, signal);
  }
  line.isBusy = true;
  line.served = [...line.served.filter((other) => other !== owner), owner];
}

/** Waits for the turn. A caller that goes leaves the line at once, so that what it has sent is held no longer. */
function waitInLine(line: Line, owner: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      line.waiting.splice(line.waiting.indexOf(waiting), 1);
      reject(new CallAbandoned('the caller has gone'));
    };
    const start = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const waiting = { owner, start };
    line.waiting.push(waiting);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Gives the turn to the first call of the owner that was served longest ago. */
function passTurn(line: Line): void {
  const place = (owner: string): number => line.served.indexOf(owner);
  const [next] = line.waiting.toSorted((a, b) => place(a.owner) - place(b.owner));
  if (next) {
    line.waiting.splice(line.waiting.indexOf(next), 1);
    return next.start();
  }
  line.isBusy = false;
  line.served = [];
}

/** Returns for whom the current work is done: a company, or else a user. Jobs of the portal itself are one owner. */
function getOwner(): string {
  const work = currentWork();
  if (work?.companyId) return `company ${work.companyId}`;
  return work?.userId ? `user ${work.userId}` : (work?.ip ?? '');
}

function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CallAbandoned('the caller has gone');
}

function runWorker<Result>(
  workerData: { module: string; name: string; argument: unknown; lists: readonly string[] },
  { signal, timeLimitMs = TIME_LIMIT_MS, memoryLimitMb }: WorkerCall & { signal: AbortSignal },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const resourceLimits = memoryLimitMb ? { maxOldGenerationSizeMb: memoryLimitMb } : {};
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [], resourceLimits });
    const end = (error: Error): void => {
      reject(error);
      void worker.terminate();
    };
    const leave = (): void => end(new CallAbandoned('the caller has gone'));
    const timer = setTimeout(
      () => end(new WorkerLimitExceeded(`a worker met its timeout of ${timeLimitMs} ms`)),
      timeLimitMs,
    );
    signal.addEventListener('abort', leave);
    const parts = new Map<string, unknown[]>();
    worker.on('message', (input: WorkerMessage<Result>) => {
      if ('part' in input) {
        addPart(parts, input);
        // Others get their turn before the next part is read.
        void setImmediate().then(() => worker.postMessage('next'));
        return;
      }
      if ('error' in input) reject(new Error(input.error));
      else resolve(withLists(input.result, parts));
      void worker.terminate();
    });
    worker.once('error', (error: Error & { code?: unknown }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? new WorkerLimitExceeded(`a worker met its limit of ${memoryLimitMb} MB`) : error);
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      reject(new Error(`a worker ended with ${code} before it had answered`));
    });
  });
}

interface Part {
  path: string;
  part: unknown[];
}

type WorkerMessage<Result> = { result: Result } | { error: string } | Part;

function addPart(parts: Map<string, unknown[]>, { path, part }: Part): void {
  const whole = parts.get(path) ?? [];
  whole.push(...part);
  parts.set(path, whole);
}

function withLists<Result>(result: Result, parts: ReadonlyMap<string, unknown[]>): Result {
  for (const [path, list] of parts) {
    const names = path.split('.');
    const last = names.pop() as string;
    const holder = names.reduce((at, name) => at[name] as WorkerModule, result as WorkerModule);
    holder[last] = list;
  }
  return result;
}

interface WorkerModule {
  [name: string]: WorkerModule | unknown[];
}
