import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { FURTHER_TESTS } from './areas.ts';
import { buildSwitches, type Numbered } from './build-switches.ts';
import { identify, readEquivalent, readMutants, type Located } from './read-mutants.ts';
import { cpuMs } from '../bench/measures/cpu-time.ts';

/**
 * `npm run mutate`: makes small mistakes in the code of money, tax, rules and approvals, one at a time, and shows which of
 * them the tests let through (mutation testing). A mistake meets the tests of its file's own name first, then those of its
 * folder, then what `areas.ts` names, as far as they run its code. Nothing is written to the source: vite hands the tests
 * a text with all mistakes behind switches, and one process turns them on one after another.
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

type Found = Numbered & Located;
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

/** How a test file ended, its processor time and the mistakes whose code it has run. */
type Ended = { state: string; ms: number; reached: ReadonlySet<number> };

/** Records how each file of the current run ended. */
const watch = {
  ended: new Map<string, Ended>(),
  startedMs: 0,
  onTestModuleQueued(): void {
    watch.startedMs = cpuMs();
  },
  onTestModuleEnd(module: TestModule): void {
    const reached = new Set(module.meta().reached);
    watch.ended.set(module.moduleId, { state: module.state(), ms: cpuMs() - watch.startedMs, reached });
  },
};

/** A test has failed without a mistake, after others with one. */
let inDoubt = false;

async function run(): Promise<void> {
  const equivalent = new Set(readEquivalent());
  const all = readMutants(values.area)
    .map((mutant, index): Found => ({ ...mutant, number: index + 1 }))
    .filter((mutant) => values.only.split(',').some((text) => describe(mutant).includes(text)));
  const drawn = draw(all, Number(values.sample));
  const chosen = drawn.filter((mutant) => !equivalent.has(identify(mutant)));
  console.log(
    `${all.length} mistakes, ${drawn.length} drawn by seed ${values.seed}, ${drawn.length - chosen.length} equivalent`,
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
  const stages = Math.max(...chosen.map(({ file }) => listPlaces(file).length));
  for (let stage = 0; stage < stages; stage += 1) {
    const planned = left.map((mutant) => ({ mutant, modules: chooseTests(tests, mutant.file, stage) }));
    const steady = await chooseSteady(vitest, new Set(planned.flatMap(({ modules }) => modules)));
    const trials = planned.map(({ mutant, modules }) =>
      modules
        .filter((moduleId) => steady.has(moduleId) && runsCode(mutant, moduleId))
        .toSorted((one, other) => getMs(one) - getMs(other))
        .map((moduleId): Trial => ({ mutant, moduleId })),
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
    console.log(
      `${chosen.length - left.length} of ${chosen.length} caught after ${stage + 1} of ${stages} places of tests`,
    );
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

/** How each test file ended without a mistake. One that fails takes for ever, since it would prove nothing. */
const baseline = new Map<Module, Ended>();
const FAILED: Ended = { state: 'failed', ms: Infinity, reached: new Set() };

function countFilesThatRun(mutant: Found): number {
  return [...baseline.keys()].filter((moduleId) => runsCode(mutant, moduleId)).length;
}

function getMs(moduleId: Module): number {
  return (baseline.get(moduleId) ?? FAILED).ms;
}

/** Code that runs when its module is loaded has run before most files, so every file may meet its mistakes. */
function runsCode({ number, isStatic }: Found, moduleId: Module): boolean {
  return isStatic || baseline.get(moduleId)?.reached.has(number) === true;
}

/** The files that pass without a mistake, and at little cost. A busy machine leaves out no more of them. */
async function chooseSteady(vitest: Vitest, modules: ReadonlySet<Module>): Promise<Set<Module>> {
  const unmeasured = [...modules].filter((moduleId) => !baseline.has(moduleId));
  const failures = await findFailures(
    vitest,
    unmeasured.map((moduleId) => ({ mutant: null, moduleId })),
  );
  for (const { moduleId } of failures) baseline.set(moduleId, FAILED);
  const isSteady = (moduleId: Module) => getMs(moduleId) <= LONGEST_FILE_MS;
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
    if (trial.mutant === null && !baseline.has(trial.moduleId))
      baseline.set(trial.moduleId, watch.ended.get(toId(trial)) ?? FAILED);
  const crashed = trials.findIndex((trial) => !watch.ended.has(toId(trial)));
  if (crashed < 0) return failed;
  return [...failed, trials[crashed] as Trial, ...(await findFailures(vitest, trials.slice(crashed + 1)))];
}

/** Lists where the tests of a file are, in the order in which its mistakes meet them. */
function listPlaces(file: string): string[] {
  const further = Object.entries(FURTHER_TESTS).flatMap(([place, all]) =>
    file.startsWith(place) ? all : [],
  );
  return [file.replace(/\.ts$/, '.test.ts'), path.posix.join(path.dirname(file), '/'), ...further];
}

/** The tests of one of these places that are in none before it. */
function chooseTests(tests: readonly Module[], file: string, stage: number): Module[] {
  const isIn = (moduleId: Module) => (place: string) => relative(moduleId).startsWith(place);
  const places = listPlaces(file);
  return tests.filter((moduleId) => places.findIndex(isIn(moduleId)) === stage);
}

/** A mistake's place depends on itself alone, so that neither a fix nor other code changes the rest of a sample. */
function draw(mutants: readonly Found[], size: number): Found[] {
  const toPlace = (mutant: Found) => hash(`${values.seed} ${identify(mutant)} ${mutant.column}`);
  const placed = mutants.map((mutant) => ({ mutant, place: toPlace(mutant) }));
  return placed
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function relative(moduleId: Module): string {
  return path.relative(root, moduleId);
}

function describe({ file, line, kind, text }: Found): string {
  return `${file}:${line} ${kind}: ${text}`;
}

function report(chosen: readonly Found[], survivors: readonly Found[]): void {
  const share = (chosen.length - survivors.length) / chosen.length;
  console.log(
    `${chosen.length - survivors.length} of ${chosen.length} caught: ${(share * 100).toFixed(1)} %`,
  );
  for (const survivor of survivors)
    console.log(`  ${describe(survivor)} (run by ${countFilesThatRun(survivor)} files)`);
  // A failing test has set it.
  process.exitCode = share < AIM || inDoubt ? 1 : 0;
}

await run();
