import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { AREAS, FURTHER_TESTS } from './areas.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { seededRandom } from '../../api/src/lib/seeded-random.ts';
import { cpuMs } from '../bench/measures/cpu-time.ts';

/**
 * `npm run mutate`: makes small mistakes in the code of money, tax, rules and approvals, one at a time, and shows which of
 * them the tests let through (mutation testing). A mistake meets the tests of its file's own name first, then those of its
 * folder, then what `areas.ts` names. Nothing is written to the source: vite hands the changed text to the tests.
 *
 * `--sample=` mistakes are drawn by `--seed=`; `--area=` names one of `areas.ts`, `--only=close-five-days.ts:35` what
 * their lines contain. Fails when fewer than 97 % are caught.
 * A survivor that changes nothing a test could see stands in `equivalent.txt` with its reason, and is not counted.
 */
const root = path.join(import.meta.dirname, '../..');
const AIM = 0.97;
/** A file that takes more processor time, with its portal and database, is left out of a mistake's tests. */
const LONGEST_FILE_MS = 30_000;

type Found = Mutant & { file: string };

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
});

/** Records how each file of the current run ended, and its processor time. */
const watch = {
  ended: new Map<string, { state: string; ms: number }>(),
  startedMs: 0,
  onTestModuleQueued(): void {
    watch.startedMs = cpuMs();
  },
  onTestModuleEnd(module: TestModule): void {
    watch.ended.set(module.moduleId, { state: module.state(), ms: cpuMs() - watch.startedMs });
  },
};

/** The changed text that vite hands out in place of a file's own. */
let active: { file: string; text: string } | null = null;

async function run(): Promise<void> {
  const folders = values.area === '' ? Object.values(AREAS).flat() : (AREAS[values.area] ?? []);
  const equivalent = readEquivalent();
  const all = folders
    .flatMap(listSources)
    .flatMap(readMutants)
    .filter((mutant) => describe(mutant).includes(values.only));
  const counted = all.filter((mutant) => !equivalent.has(describe(mutant)));
  const chosen = draw(counted, Number(values.sample));
  console.log(
    `${all.length} mistakes, ${all.length - counted.length} equivalent, ${chosen.length} drawn by seed ${values.seed}`,
  );
  globalThis.loadMutant = (id) => (active?.file === id ? active.text : null);
  const vitest = await createVitest({
    config: path.join(import.meta.dirname, 'vitest.config.ts'),
    root,
    watch: false,
    reporters: [watch],
  });
  try {
    await vitest.standalone();
    report(chosen, await findSurvivors(vitest, chosen));
  } finally {
    await vitest.close();
  }
}

async function findSurvivors(vitest: Vitest, chosen: readonly Found[]): Promise<Found[]> {
  const tests = await vitest.globTestSpecifications();
  const survivors: Found[] = [];
  for (const [at, mutant] of chosen.entries()) {
    const killer = await findKiller(vitest, mutant, chooseTests(tests, mutant.file));
    if (killer === null) survivors.push(mutant);
    const outcome = killer === null ? 'SURVIVED' : `caught by ${killer}`;
    console.log(`${at + 1}/${chosen.length} ${describe(mutant)}: ${outcome}`);
  }
  return survivors;
}

/** The path of a test that fails with the mistake; null when none does. */
async function findKiller(
  vitest: Vitest,
  mutant: Found,
  stages: TestSpecification[][],
): Promise<string | null> {
  const file = path.join(root, mutant.file);
  const source = fs.readFileSync(file, 'utf8');
  const text = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
  for (const stage of stages) {
    const steady = await chooseSteady(vitest, stage);
    active = { file, text };
    vitest.invalidateFile(file);
    try {
      const failed = await runTests(vitest, steady);
      if (failed !== null) return path.relative(root, failed);
    } finally {
      active = null;
      vitest.invalidateFile(file);
    }
  }
  return null;
}

/** Processor time of each test file without a mistake, ms; infinite where it fails, since it would prove nothing. */
const times = new Map<string, number>();

/** The files of the stage that pass without a mistake, and at little cost. A busy machine leaves out no more of them. */
async function chooseSteady(
  vitest: Vitest,
  stage: readonly TestSpecification[],
): Promise<TestSpecification[]> {
  // A run ends with its first failure, so the files after that one are still to be measured.
  for (;;) {
    const unmeasured = stage.filter(({ moduleId }) => !times.has(moduleId));
    if (unmeasured.length === 0) break;
    const failed = await runTests(vitest, unmeasured);
    for (const [moduleId, { ms }] of watch.ended) times.set(moduleId, ms);
    if (failed === null) continue;
    times.set(failed, Infinity);
    console.log(`left out, since it fails without a mistake: ${path.relative(root, failed)}`);
  }
  return stage.filter(({ moduleId }) => (times.get(moduleId) ?? Infinity) <= LONGEST_FILE_MS);
}

/** The path of the first file that does not pass; null when all pass. The files share one process, which ends with the first failure. */
async function runTests(vitest: Vitest, specs: readonly TestSpecification[]): Promise<string | null> {
  if (specs.length === 0) return null;
  watch.ended.clear();
  await vitest.runTestSpecifications([...specs]);
  const failed = [...watch.ended].find(([, { state }]) => state === 'failed');
  // A process that has crashed ends no file.
  return failed?.[0] ?? specs.find(({ moduleId }) => !watch.ended.has(moduleId))?.moduleId ?? null;
}

/** Tests of the file's own name, then the others of its folder, then those of other folders that reach it. */
function chooseTests(tests: readonly TestSpecification[], file: string): TestSpecification[][] {
  const own = path.join(root, file.replace(/\.ts$/, '.test.ts'));
  const isOwn = ({ moduleId }: TestSpecification) => moduleId === own;
  const listIn = (place: string) =>
    tests.filter((spec) => spec.moduleId.startsWith(path.join(root, place)) && !isOwn(spec));
  const folder = path.posix.join(path.dirname(file), '/');
  const further = Object.entries(FURTHER_TESTS).flatMap(([place, all]) =>
    file.startsWith(place) ? all : [],
  );
  return [tests.filter(isOwn), listIn(folder), further.flatMap(listIn)];
}

function draw<Item>(items: readonly Item[], size: number): Item[] {
  const random = seededRandom(Number(values.seed));
  const placed = items.map((item) => ({ item, place: random.next() }));
  return placed
    .toSorted((one, other) => one.place - other.place)
    .slice(0, size)
    .map(({ item }) => item);
}

function listSources(place: string): string[] {
  if (place.endsWith('.ts')) return [place];
  return fs
    .readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(place, file))
    .toSorted();
}

function readMutants(file: string): Found[] {
  return findMutants(fs.readFileSync(path.join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file }));
}

/** Lines of `describe`, each followed by « # » and why nothing changes. */
function readEquivalent(): Set<string> {
  const text = fs.readFileSync(path.join(import.meta.dirname, 'equivalent.txt'), 'utf8');
  return new Set(
    text
      .split('\n')
      .map((line) => line.split(' # ')[0] ?? '')
      .filter(Boolean),
  );
}

function describe({ file, line, kind }: Found): string {
  return `${file}:${line} ${kind}`;
}

function report(chosen: readonly Found[], survivors: readonly Found[]): void {
  const share = (chosen.length - survivors.length) / chosen.length;
  console.log(
    `${chosen.length - survivors.length} of ${chosen.length} caught: ${(share * 100).toFixed(1)} %`,
  );
  for (const survivor of survivors) console.log(`  ${describe(survivor)}`);
  if (share < AIM) process.exitCode = 1;
}

await run();
