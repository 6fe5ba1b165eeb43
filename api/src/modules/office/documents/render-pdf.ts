import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { vatSchedule } from '../../../lib/vat.ts';
import type { PdfWorkerAnswer, PdfRequest, PdfWorkerData, ToPdfWorker } from './pdf-worker.ts';

/** How a document is made: the source of its sales, and the listener of its progress. */
export interface Making {
  readPart: (sha256: string) => Promise<Uint8Array>;
  onPages?: (done: number, all: number) => void;
  /**
   * True if no user waits for the document, or it takes minutes anyway. Documents that a user waits for are made in
   * parallel.
   */
  isUnhurried: boolean;
}

interface Waiting extends Making {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

interface Typesetter {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

/** One processor stays free for requests. */
const MAX_CONCURRENT = { awaited: Math.max(1, availableParallelism() - 1), unhurried: 1 } as const;
type Manner = keyof typeof MAX_CONCURRENT;

const typesetters: Record<Manner, Typesetter[]> = { awaited: [], unhurried: [] };
let lastId = 0;

/**
 * Makes a document in a separate thread. A register of a hundred thousand lines takes half a minute of a processor, and
 * other requests would wait meanwhile. Threads start with the first orders and do not keep the process alive.
 */
export function renderPdf(order: PdfRequest, making: Making): Promise<Buffer> {
  const { worker, waiting } = leastBusy(making.isUnhurried ? 'unhurried' : 'awaited');
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { ...making, resolve, reject });
    worker.ref();
    worker.postMessage({ id, ...order } satisfies ToPdfWorker);
  });
}

function leastBusy(manner: Manner): Typesetter {
  const [idlest] = typesetters[manner].toSorted((a, b) => a.waiting.size - b.waiting.size);
  if (idlest && (idlest.waiting.size === 0 || typesetters[manner].length >= MAX_CONCURRENT[manner]))
    return idlest;
  const started = startTypesetter(manner);
  typesetters[manner].push(started);
  return started;
}

function startTypesetter(manner: Manner): Typesetter {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { manner, vat: vatSchedule() } satisfies PdfWorkerData,
  });
  const waiting = new Map<number, Waiting>();
  const started = { worker, waiting };
  worker.unref();
  worker.on('message', (answer: PdfWorkerAnswer) => receive(started, answer));
  // The next order replaces a dead thread. Callers that waited for it try again.
  const end = (error: Error): void => {
    const place = typesetters[manner].indexOf(started);
    if (place >= 0) typesetters[manner].splice(place, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the thread that lays out papers has ended')));
  return started;
}

function receive({ worker, waiting }: Typesetter, answer: PdfWorkerAnswer): void {
  const { id } = answer;
  const asked = waiting.get(id);
  if ('pages' in answer) {
    asked?.onPages?.(...answer.pages);
    return;
  }
  if ('needs' in answer) {
    const sha256 = answer.needs;
    asked?.readPart(sha256).then(
      (part) => worker.postMessage({ id, sha256, part } satisfies ToPdfWorker),
      (error: unknown) => {
        settle(error instanceof Error ? error : new Error(String(error)));
        worker.postMessage({ id, sha256, part: null } satisfies ToPdfWorker);
      },
    );
    return;
  }
  settle('problem' in answer ? new Error(answer.problem) : Buffer.from(answer.bytes));

  function settle(outcome: Buffer | Error): void {
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (Buffer.isBuffer(outcome)) asked?.resolve(outcome);
    else asked?.reject(outcome);
  }
}
