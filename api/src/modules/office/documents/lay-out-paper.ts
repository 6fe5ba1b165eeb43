import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PaperAnswer, PaperOrder } from './papers-worker.ts';

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

interface Typesetter {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

/** One processor stays free for requests. */
const MOST = Math.max(1, availableParallelism() - 1);

const typesetters: Typesetter[] = [];
let lastId = 0;

/**
 * Makes a paper in a thread of its own: a register of a thousand lines takes a second of a processor, and nobody else would
 * be served meanwhile. Threads start with the first orders and do not keep the process alive.
 */
export function layOutPaper(order: PaperOrder): Promise<Buffer> {
  const { worker, waiting } = leastBusy();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, ...order });
  });
}

function leastBusy(): Typesetter {
  const [idlest] = typesetters.toSorted((one, other) => one.waiting.size - other.waiting.size);
  if (idlest && (idlest.waiting.size === 0 || typesetters.length >= MOST)) return idlest;
  const started = startTypesetter();
  typesetters.push(started);
  return started;
}

function startTypesetter(): Typesetter {
  const worker = new Worker(new URL('./papers-worker.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  const started = { worker, waiting };
  worker.unref();
  worker.on('message', (answer: PaperAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('problem' in answer) asked?.reject(new Error(answer.problem));
    else asked?.resolve(Buffer.from(answer.bytes));
  });
  // A dead thread is replaced at the next order; whoever waited for it tries again.
  const end = (error: Error): void => {
    const place = typesetters.indexOf(started);
    if (place >= 0) typesetters.splice(place, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the thread that lays out papers has ended')));
  return started;
}
