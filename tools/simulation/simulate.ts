import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpuMs } from '../bench/measures/cpu-time.ts';
import { commitSeed } from '../../scripts/commit-seed.ts';
import { openDatabases, type Databases } from './databases.ts';
import { FAULTS } from './faults.ts';
import { FIXED } from './fixed-seed.ts';
import { makeSteps, type Size } from './make-steps.ts';
import { chooseRun, PIECE_SECONDS, PIECES } from './piece.ts';
import { runSteps, type Outcome } from './run-steps.ts';
import { shrink } from './shrink.ts';
import type { Step } from './step.ts';

/**
 * `npm run simulate -- --seed= --days= [--companies=] [--fault-every=] [--actions=] [--seconds=]`: plays the days of the programme from a seed; without one,
 * a fresh one. `--ci`: the fixed seed, which must meet every kind of fault, then six days of the commit's own.
 * `--piece=3`: one of the pieces of a day of simulation, run after run, past what fails. `--no-shrink` leaves a failure as it is.
 * `SIMULATION_SUMMARY` names the file that the results are written to.
 */
const options = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', value = ''] = argument.replace(/^--/, '').split('=');
    return [name, value] as const;
  }),
);
const SHRINK_SECONDS = options.has('ci') ? 60 : 600;
const FRESH_COMPANIES = 24;
/** Bounded by work, so that each machine plays the same steps of a commit. */
const CI_DAYS = 6;

const databases = await openDatabases();
let passed = 0;
const runs: object[] = [];
const failures: string[] = [];
try {
  if (options.has('ci')) {
    checkCoverage(await simulate(databases, FIXED, Infinity));
    const seed = commitSeed() || FIXED.seed + 1;
    await simulate(databases, { seed, days: CI_DAYS, companies: FRESH_COMPANIES }, Infinity);
  } else if (options.has('piece')) {
    const piece = readNumberOption('piece', 0) % PIECES;
    const last = performance.now() + readNumberOption('seconds', PIECE_SECONDS) * 1000;
    for (let run = 0; performance.now() < last; run += 1)
      await simulate(databases, chooseRun(piece, run), last);
  } else {
    const size = {
      seed: readNumberOption('seed', randomInt(2 ** 31)),
      days: readNumberOption('days', 10),
      companies: readNumberOption('companies', FRESH_COMPANIES),
      ...(options.has('fault-every') ? { faultEvery: readNumberOption('fault-every', 0) } : {}),
      ...(options.has('actions') ? { actionsPerDay: readNumberOption('actions', 0) } : {}),
    };
    const seconds = readNumberOption('seconds', Infinity);
    await simulate(databases, size, performance.now() + seconds * 1000);
  }
} finally {
  await databases.stop();
}
say(`${passed} passed, ${failures.length} failed`);
const summary = { passed, failed: failures.length, failures, runs };
if (process.env.SIMULATION_SUMMARY) writeFileSync(process.env.SIMULATION_SUMMARY, JSON.stringify(summary));
process.exit(failures.length === 0 ? 0 : 1);

async function simulate(from: Databases, size: Size, until: number): Promise<Outcome> {
  const { seed, days, companies } = size;
  say(`\nseed ${seed}, ${days} days of ${companies} companies`);
  const steps = makeSteps(size);
  const [before, ownBefore] = [cpuMs(), process.cpuUsage()];
  const outcome = await playSteps(from, steps, until);
  const { user, system } = process.cpuUsage(ownBefore);
  printOutcome(outcome, { all: (cpuMs() - before) / 1000, own: (user + system) / 1e6 });
  if (outcome.failure) await reportFailure(from, size, steps, outcome.failure);
  else passed += 1;
  const { steps: played, userDays, hash, failure } = outcome;
  runs.push({ ...size, played, of: steps.length, userDays, hash, failedIn: failure?.at ?? null });
  return outcome;
}

async function reportFailure(
  from: Databases,
  { seed, days, companies, faultEvery, actionsPerDay }: Size,
  steps: readonly Step[],
  { at, step, error }: NonNullable<Outcome['failure']>,
): Promise<void> {
  const more = `${formatOption('fault-every', faultEvery)}${formatOption('actions', actionsPerDay)}`;
  const message = [
    `FAILED in step ${at} (${JSON.stringify(step)}):`,
    error instanceof Error ? error.stack : String(error),
    `again: npm run simulate -- --seed=${seed} --days=${days} --companies=${companies}${more}`,
  ].join('\n');
  failures.push(message);
  say(`\n${message}`);
  if (!options.has('no-shrink') && !options.has('piece'))
    await reportShortest(from, steps.slice(0, at + 1), error);
}

/** Fails when a kind of fault did not occur, because such a fault is not tested any more. */
function checkCoverage({ coverage, failure }: Outcome): void {
  if (failure) return;
  const missed = FAULTS.filter((kind) => !coverage.has(kind));
  if (missed.length === 0) return void (passed += 1);
  failures.push(`the fixed seed does not meet: ${missed.join(', ')}`);
  say(failures.at(-1) ?? '');
}

async function playSteps(from: Databases, steps: readonly Step[], until = Infinity): Promise<Outcome> {
  const database = await from.fresh();
  try {
    return await runSteps(database.url, steps, until);
  } finally {
    await database.drop();
  }
}

/** A shorter list fails in the same way when its sentence is the same, apart from figures. */
async function reportShortest(from: Databases, steps: readonly Step[], error: unknown): Promise<void> {
  const until = performance.now() + SHRINK_SECONDS * 1000;
  const kind = getFailureKind(error);
  const stillFails = async (some: readonly Step[]) => {
    const { failure } = await playSteps(from, some);
    return failure !== null && getFailureKind(failure.error) === kind;
  };
  const left = await shrink(steps, stillFails, { until });
  say(`\n${left.length} of ${steps.length} steps are enough:`);
  for (const step of left) say(JSON.stringify(step));
}

function getFailureKind(error: unknown): string {
  return String(error).replace(/\d+/g, '#').slice(0, 60);
}

function printOutcome(
  { hash, steps, userDays, coverage, transactions, failure }: Outcome,
  seconds: { all: number; own: number },
): void {
  const missed = FAULTS.filter((kind) => !coverage.has(kind));
  const times = FAULTS.reduce((sum, kind) => sum + (coverage.get(kind) ?? 0), 0);
  say(`${failure ? '✗' : '✓'} ${steps} steps, ${userDays} user-days, trace ${hash}`);
  say(
    `  ${Math.round((userDays * 60) / seconds.all)} user-days a minute of CPU (${seconds.all.toFixed(1)} s: ${seconds.own.toFixed(1)} s the process, the rest PostgreSQL)`,
  );
  say(
    `  ${times} faults of ${FAULTS.length - missed.length} kinds of ${FAULTS.length}; ${transactions} concurrent actions in one order`,
  );
  const inOrder = [...coverage].sort(([one], [other]) => one.localeCompare(other));
  for (const [kind, count] of inOrder) say(`    ${String(count).padStart(5)}  ${kind}`);
  if (missed.length > 0) say(`  not met: ${missed.join(', ')}`);
}

function readNumberOption(name: string, otherwise: number): number {
  const value = options.get(name);
  if (value === undefined) return otherwise;
  if (!/^\d+$/.test(value)) throw new Error(`--${name}= takes a whole number`);
  return Number(value);
}

function formatOption(name: string, value: number | undefined): string {
  return value === undefined ? '' : ` --${name}=${value}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
