import { Worker } from 'node:worker_threads';

/** What the worker runs: any exported function of any module, with one argument that can be copied. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module)
    .then((module) => module[workerData.name](workerData.argument))
    .then((result) => parentPort.postMessage({ result }), (error) => parentPort.postMessage({ error: String(error?.stack ?? error) }));
`;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Calls a module's exported function in a thread of its own, so that heavy work holds up nobody else's request. One at
 * a time: a crowd of such calls waits for its turn instead of taking all processors and all memory.
 */
export function callInWorker<Result>(module: URL, name: string, argument: unknown): Promise<Result> {
  const called = turn.then(() => runWorker<Result>({ module: module.href, name, argument }));
  turn = called.catch(() => {});
  return called;
}

function runWorker<Result>(workerData: { module: string; name: string; argument: unknown }): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] });
    worker.once('message', (said: { result: Result } | { error: string }) => {
      if ('error' in said) reject(new Error(said.error));
      else resolve(said.result);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code} before it had answered`)));
  });
}
