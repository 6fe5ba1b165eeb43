import { Worker } from 'node:worker_threads';

/** The worker's program: calls any exported function of any module with one argument that can be cloned. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module)
    .then((module) => module[workerData.name](workerData.argument))
    .then((result) => parentPort.postMessage({ result }), (error) => parentPort.postMessage({ error: String(error?.stack ?? error) }));
`;

/** The most calls that wait behind the one being served. */
const MOST_WAITING = 10;
const TIME_LIMIT_MS = 60_000;

export interface WorkerCall {
  module: URL;
  /** Name of the exported function. */
  name: string;
  /** Fetched when its turn comes, so that waiting calls hold no data. */
  argument: () => Promise<unknown>;
  /** Aborted when nobody needs the result any more. */
  signal: AbortSignal;
  timeLimitMs?: number;
}

/** Too many calls are waiting, or whoever wanted the result has gone. */
export class NotServed extends Error {}

interface Line {
  turn: Promise<unknown>;
  waiting: Set<AbortSignal>;
}

/** One line per module: a crowd that wants one kind of work does not block another kind. */
const lines = new Map<string, Line>();

function lineOf({ href }: URL): Line {
  const known = lines.get(href) ?? { turn: Promise.resolve(), waiting: new Set() };
  lines.set(href, known);
  return known;
}

/**
 * Calls a module's exported function in a thread of its own, so that heavy work does not delay other requests. One
 * call per module at a time: others wait their turn instead of taking all processors and memory, and too many are
 * refused. Throws NotServed.
 */
export async function callInWorker<Result>(call: WorkerCall): Promise<Result> {
  const { module, name, argument, signal, timeLimitMs = TIME_LIMIT_MS } = call;
  const line = lineOf(module);
  if ([...line.waiting].filter((one) => !one.aborted).length >= MOST_WAITING)
    throw new NotServed('too many wait');
  line.waiting.add(signal);
  const called = line.turn.then(async () => {
    line.waiting.delete(signal);
    assertStillThere(signal);
    const workerData = { module: module.href, name, argument: await argument() };
    assertStillThere(signal);
    return runWorker<Result>(workerData, signal, timeLimitMs);
  });
  line.turn = called.catch(() => {});
  return called;
}

function assertStillThere(signal: AbortSignal): void {
  if (signal.aborted) throw new NotServed('the caller has gone');
}

function runWorker<Result>(
  workerData: { module: string; name: string; argument: unknown },
  signal: AbortSignal,
  timeLimitMs: number,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] });
    const end = (error: Error): void => {
      reject(error);
      void worker.terminate();
    };
    const leave = (): void => end(new NotServed('the caller has gone'));
    const timer = setTimeout(
      () => end(new Error(`a worker met its timeout of ${timeLimitMs} ms`)),
      timeLimitMs,
    );
    signal.addEventListener('abort', leave);
    worker.once('message', (said: { result: Result } | { error: string }) => {
      if ('error' in said) reject(new Error(said.error));
      else resolve(said.result);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      reject(new Error(`a worker ended with ${code} before it had answered`));
    });
  });
}
