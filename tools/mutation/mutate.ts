import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { AREAS, FURTHER_TESTS } from './areas.ts';
import { buildSwitches, type Numbered } from './build-switches.ts';
import { findMutants } from './find-mutants.ts';
import { seededRandom } from '../../api/src/lib/seeded-random.ts';
import { cpuMs } from '../bench/measures/cpu-time.ts';

/**
 * `npm run mutate`: makes small mistakes in the code of money, tax, rules and approvals, one at a time, and shows which of
 * them the tests let through (mutation testing). A mistake meets the tests of its file's own name first, then those of its
 * folder, then what `areas.ts` names. Nothing is written to the source: vite hands the tests a text with all mistakes
 * behind switches, and one process turns them on one after another.
 *
 * `--sample=` mistakes are drawn by `--seed=`; `--area=` names one of `areas.ts`, `--only=close-five-days.ts:35` what
 * their lines contain. Fails when fewer than 97 % are caught.
 * A survivor that changes nothing a test could see stands in `equivalent.txt` with its reason, and is not counted.
 */
const root = path.join(import.meta.dirname, '../..');
const AIM = 0.97;
/** A file that takes more processor time, with its portal and database, is left out of a mistake's tests. */
const LONGEST_FILE_MS = 30_000;

/** Mistakes that one process meets. What a mistake leaves behind, such as a request that hangs, ends with it. */
const BATCH_SIZE = 25;

type Found = Numbered & { file: string };
type Module = TestSpecification['moduleId'];
/** A mistake and a test file that it meets. */
type Trial = { mutant: Found | null; moduleId: Module };

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

/** A test has failed without a mistake, after others with one. */
let inDoubt = false;

async function run(): Promise<void> {
  const folders = values.area === '' ? Object.values(AREAS).flat() : (AREAS[values.area] ?? []);
  const equivalent = readEquivalent();
  const all = folders
    .flatMap(listSources)
    .flatMap(readMutants)
    .map((mutant, index): Found => ({ ...mutant, number: index + 1 }))
    .filter((mutant) => describe(mutant).includes(values.only));
  const counted = all.filter((mutant) => !equivalent.has(describe(mutant)));
  const chosen = draw(counted, Number(values.sample));
  console.log(
    `${all.length} mistakes, ${all.length - counted.length} equivalent, ${chosen.length} drawn by seed ${values.seed}`,
  );
  const byFile = Map.groupBy(chosen, ({ file }) => path.join(root, file));
  globalThis.loadMutant = (id) => {
    const mutants = byFile.get(id);
    return mutants ? buildSwitches(fs.readFileSync(id, 'utf8'), mutants) : null;
  };
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
  const tests = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId);
  let left = chosen;
  for (const stage of STAGES) {
    const planned = left.map((mutant) => ({ mutant, modules: chooseTests(tests, mutant.file, stage) }));
    const steady = await chooseSteady(vitest, new Set(planned.flatMap(({ modules }) => modules)));
    const trials = planned.map(({ mutant, modules }) =>
      modules.filter((moduleId) => steady.has(moduleId)).map((moduleId): Trial => ({ mutant, moduleId })),
    );
    const caught = new Set<Found>();
    for (const batch of batchTrials(trials))
      for (const { mutant, moduleId } of await findFailures(vitest, batch)) {
        if (mutant === null) {
          console.log(`the results are in doubt, since it fails after the mistakes: ${relative(moduleId)}`);
          inDoubt = true;
        } else if (!caught.has(mutant)) {
          caught.add(mutant);
          console.log(`${describe(mutant)}: caught by ${relative(moduleId)}`);
        }
      }
    left = left.filter((mutant) => !caught.has(mutant));
    console.log(`${chosen.length - left.length} of ${chosen.length} caught by the tests of the ${stage}`);
  }
  return [...left];
}

/** Groups the trials of each mistake for the processes that run them. A process ends with its tests without a mistake. */
function batchTrials(trials: readonly Trial[][]): Trial[][] {
  const isAlone = ([trial]: Trial[]) => trial?.mutant?.isStatic === true;
  const shared = trials.filter((own) => own.length > 0 && !isAlone(own));
  const batches: Trial[][] = trials.filter(isAlone);
  for (let start = 0; start < shared.length; start += BATCH_SIZE) {
    const batch = shared.slice(start, start + BATCH_SIZE).flat();
    const modules = new Set(batch.map(({ moduleId }) => moduleId));
    batches.push([...batch, ...[...modules].map((moduleId) => ({ mutant: null, moduleId }))]);
  }
  return batches;
}

/** Processor time of each test file without a mistake, ms; infinite where it fails, since it would prove nothing. */
const times = new Map<Module, number>();

/** The files that pass without a mistake, and at little cost. A busy machine leaves out no more of them. */
async function chooseSteady(vitest: Vitest, modules: ReadonlySet<Module>): Promise<Set<Module>> {
  const unmeasured = [...modules].filter((moduleId) => !times.has(moduleId));
  const failures = await findFailures(
    vitest,
    unmeasured.map((moduleId) => ({ mutant: null, moduleId })),
  );
  for (const { moduleId } of failures) times.set(moduleId, Infinity);
  const isSteady = (moduleId: Module) => (times.get(moduleId) ?? 0) <= LONGEST_FILE_MS;
  for (const moduleId of unmeasured.filter((known) => !isSteady(known)))
    console.log(`left out, since it fails without a mistake or takes too long: ${relative(moduleId)}`);
  return new Set([...modules].filter(isSteady));
}

/** Runs the trials in one process and returns those that fail. If it crashes, the next one goes on where it has ended. */
async function findFailures(vitest: Vitest, trials: readonly Trial[]): Promise<Trial[]> {
  if (trials.length === 0) return [];
  const project = vitest.getRootProject();
  const toId = ({ mutant, moduleId }: Trial) => `${moduleId}?mutant=${mutant?.number ?? 0}`;
  watch.ended.clear();
  await vitest.runTestSpecifications(trials.map((trial) => project.createSpecification(toId(trial))));
  const failed = trials.filter((trial) => watch.ended.get(toId(trial))?.state === 'failed');
  for (const trial of trials)
    if (trial.mutant === null) times.set(trial.moduleId, watch.ended.get(toId(trial))?.ms ?? Infinity);
  const crashed = trials.findIndex((trial) => !watch.ended.has(toId(trial)));
  if (crashed < 0) return failed;
  return [...failed, trials[crashed] as Trial, ...(await findFailures(vitest, trials.slice(crashed + 1)))];
}

const STAGES = ['own name', 'own folder', 'other folders'] as const;

/** Tests of the file's own name, the others of its folder, or those of other folders that reach it. */
function chooseTests(tests: readonly Module[], file: string, stage: (typeof STAGES)[number]): Module[] {
  const own = path.join(root, file.replace(/\.ts$/, '.test.ts'));
  if (stage === 'own name') return tests.filter((moduleId) => moduleId === own);
  const further = Object.entries(FURTHER_TESTS).flatMap(([place, all]) =>
    file.startsWith(place) ? all : [],
  );
  const places = stage === 'own folder' ? [path.posix.join(path.dirname(file), '/')] : further;
  return places.flatMap((place) =>
    tests.filter((moduleId) => moduleId.startsWith(path.join(root, place)) && moduleId !== own),
  );
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

function readMutants(file: string): Omit<Found, 'number'>[] {
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

function relative(moduleId: Module): string {
  return path.relative(root, moduleId);
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
  // A failing test has set it.
  process.exitCode = share < AIM || inDoubt ? 1 : 0;
}

await run();
