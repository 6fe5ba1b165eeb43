import { parentPort, workerData } from 'node:worker_threads';
import { seededRandom } from '../../api/src/lib/seeded-random.ts';
import { FUZZ_TARGETS } from '../../api/src/testing/fuzz-targets.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { watchReachedCode } from './reached-code.ts';

/** Input of a thread that tries one reader. */
export interface ReaderTrial {
  target: string;
  seconds: number;
  seed: number;
  max: number;
  seeds: Uint8Array[];
  /** The current read: its length, how many were read, and its bytes, for the watcher that checks that it ends. */
  now: { figures: SharedArrayBuffer; bytes: SharedArrayBuffer };
}

export interface ReaderReport {
  /** The bytes that broke it and how. Null means that none did. */
  broken: { bytes: Uint8Array; problem: string } | null;
  read: number;
  /** Inputs that reached code which no earlier one had. */
  stored: number;
  reached: number;
}

/** Asking what was reached costs as much as many readings. */
const BATCH_SIZE = 25;

const { target, seconds, seed, max, seeds, now } = workerData as ReaderTrial;
const [figures, shown] = [new Int32Array(now.figures), new Uint8Array(now.bytes)];
const run = FUZZ_TARGETS[target] as (bytes: Buffer) => void | Promise<void>;
const random = seededRandom(seed);
const code = watchReachedCode();
const reached = new Set<string>();
const known: Buffer[] = [];
let broken: ReaderReport['broken'] = null;

/** Whether the bytes were read without a fault. */
async function read(bytes: Buffer): Promise<boolean> {
  shown.set(bytes);
  figures[0] = bytes.length;
  try {
    await run(bytes);
  } catch (error) {
    broken = { bytes, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  Atomics.add(figures, 1, 1);
  return broken === null;
}

function isNew(): boolean {
  const size = reached.size;
  for (const value of code.take()) reached.add(value);
  return reached.size > size;
}

async function search(): Promise<void> {
  for (const buffer of seeds.map((bytes) => Buffer.from(bytes))) {
    if (!(await read(buffer))) return;
    isNew();
    known.push(buffer);
  }
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const tried: Buffer[] = [];
    for (let left = BATCH_SIZE; left > 0; left -= 1) {
      // Half of the time it takes a recent find: that is nearest to code that was not reached yet.
      const from = random.chance(0.5) ? Math.max(0, known.length - 8) : 0;
      const parent = random.pick(known.slice(from));
      const bytes = mutateBytes(parent, { random, others: known, max });
      tried.push(bytes);
      if (!(await read(bytes))) return;
    }
    const before = new Set(reached);
    if (!isNew()) continue;
    // Reads each input once more to find the one that broke the reader.
    for (const bytes of tried) {
      await read(bytes);
      const fresh = code.take().filter((value) => !before.has(value));
      if (fresh.length > 0) known.push(bytes);
      for (const value of fresh) before.add(value);
    }
  }
}

await search();
const report: ReaderReport = { broken, read: figures[1] ?? 0, stored: known.length, reached: reached.size };
parentPort?.postMessage(report);
