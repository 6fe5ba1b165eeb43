import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { FUZZ_TARGETS, listSeeds } from '../api/src/testing/fuzz-targets.ts';
import type { ReaderReport, ReaderTrial } from './fuzz/fuzz-reader.ts';

/**
 * `npm run fuzz -- --seconds=60 --target=pdf --seed=7`: feeds each reader of outside files with random changes of
 * bytes, guided towards code that was not reached yet. Bytes that break a reader, or block it for seconds, are saved in
 * `api/src/testing/fuzz-cases/`, where a test reads them again. Commit them with the fix of the reader.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string', default: Object.keys(FUZZ_TARGETS).join(',') },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const CASES = path.join(import.meta.dirname, '../api/src/testing/fuzz-cases');
/** Longer inputs reach little that shorter ones do not. */
const MAX_BYTES = 8192;
/** A reader that takes longer over eight kilobytes blocks all other requests. */
const SLOW_MS = 10_000;

const broken: string[] = [];
for (const target of values.target.split(',')) {
  const report = await tryReader(target);
  const { read, stored: saved, reached, broken: found } = report;
  console.log(`${target}: ${read} inputs, ${reached} pieces of code reached, ${saved} inputs kept`);
  if (!found) continue;
  broken.push(target);
  const name = createHash('sha256').update(found.bytes).digest('hex').slice(0, 12);
  fs.mkdirSync(path.join(CASES, target), { recursive: true });
  fs.writeFileSync(path.join(CASES, target, name), found.bytes);
  console.log(`  broken by fuzz-cases/${target}/${name}: ${found.problem}`);
}
console.log(
  `seed ${values.seed}; ${broken.length === 0 ? 'nothing was broken' : `broken: ${broken.join(', ')}`}`,
);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Runs in a thread of its own, so that a reader that never ends can be detected. */
async function tryReader(target: string): Promise<ReaderReport> {
  if (!FUZZ_TARGETS[target])
    throw new Error(`no such target: ${target}; there are ${Object.keys(FUZZ_TARGETS).join(', ')}`);
  const now = { figures: new SharedArrayBuffer(8), bytes: new SharedArrayBuffer(MAX_BYTES) };
  const trial: ReaderTrial = {
    target,
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    max: MAX_BYTES,
    seeds: readSeeds(target),
    now,
  };
  const worker = new Worker(new URL('./fuzz/fuzz-reader.ts', import.meta.url), { workerData: trial });
  const figures = new Int32Array(now.figures);
  let seen = -1;
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      const read = figures[1] ?? 0;
      if (read !== seen || read === 0) return void (seen = read);
      clearInterval(watch);
      const bytes = Uint8Array.from(new Uint8Array(now.bytes).subarray(0, figures[0]));
      void worker.terminate();
      resolve({ broken: { bytes, problem: 'it does not end' }, read, stored: 0, reached: 0 });
    }, SLOW_MS);
    worker.once('message', (report: ReaderReport) => {
      clearInterval(watch);
      resolve(report);
    });
    worker.once('error', reject);
  });
}

function readSeeds(target: string): Uint8Array[] {
  const folder = path.join(CASES, target);
  const cases = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return [...listSeeds(target), ...cases.map((name) => fs.readFileSync(path.join(folder, name)))];
}
