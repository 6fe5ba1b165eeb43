import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { chooseScratchFolder } from './choose-scratch-folder.ts';
import { commitSeed } from './commit-seed.ts';
import { SHARES } from './deal-shares.ts';
import { endWithParent } from './end-with-parent.ts';

/**
 * Runs everything that must pass before a change is handed over; the checks run first. Of the browser tests and of the
 * drills it runs the commit's own share (decisions 103 and 239), and what belongs to every run; with `--all`, all of
 * them. Each check counts as one test. A failure does not stop the rest; the last line is `N passed, N failed`.
 */
type Outcome = { name: string; passed: number; failed: number };

const root = path.join(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');
/** Reports, and whatever the tools below leave behind when they are killed: removed at the end of the run. */
const scratch = fs.mkdtempSync(path.join(chooseScratchFolder(), 'magistral-run-'));
// Root runs the test databases under another account, which must be able to enter the folder.
fs.chmodSync(scratch, 0o755);
/** Names the prepared portal, whose copies the browser tests use (e2e/prepare-portal.ts). */
const prepared = path.join(scratch, 'portal.json');
const outcomes: Outcome[] = [];
/** The commit's own eighth of the long tests; empty for all of them. */
const share = process.argv.includes('--all') ? '' : String(commitSeed() % SHARES);
/** Repeated at the end, because often only the end of a long output is saved. */
const failures: string[] = [];
/** Browser tests that passed only when repeated: races to be fixed, in the test or in the code. */
const unsteady: string[] = [];
const running = new Set<ChildProcess>();
let interrupted: NodeJS.Signals | undefined;

async function runEverything(): Promise<void> {
  const [hasBrowsers] = await Promise.all([installTools(), checkTypes(), checkText()]);
  // Runs before the tests: servers of pages must not meet a half-written build.
  const built = await check('build', VISIBLE_TESTS, 'node', 'scripts/build-if-stale.ts');
  // They wait for their databases much of the time.
  await Promise.all([runVitest(), runSimulation(), preparePortal()]);
  if (!built || !hasBrowsers) return report('browser tests, not run', 0, 1);
  await runPlaywright();
}

/** Downloads while the processor checks, one after another, because Debian installs one package at a time. Returns whether there are browsers. */
async function installTools(): Promise<boolean> {
  // Without them the PDF tests would be skipped silently.
  await check('tools that read paper', BESIDE_TESTS, 'node', 'scripts/install-pdf-tools.ts');
  // Without them the tests of ops/ check less.
  await check('tools that read ops/', BESIDE_TESTS, 'node', 'scripts/install-ops-tools.ts');
  return (await run('browser', {}, BESIDE_TESTS, 'node', 'scripts/install-browser.ts')) === 0;
}

async function checkTypes(): Promise<void> {
  await check('types', BESIDE_TESTS, 'npm', 'run', '--silent', 'typecheck');
}

async function checkText(): Promise<void> {
  await check('lint', VISIBLE_TESTS, 'npm', 'run', '--silent', 'lint');
  await check('structure', VISIBLE_TESTS, 'npm', 'run', '--silent', 'structure');
  await check('format', VISIBLE_TESTS, 'npm', 'run', '--silent', 'format:check');
}

async function check(name: string, where: Where, ...command: string[]): Promise<boolean> {
  const passed = (await run(name, {}, where, ...command)) === 0;
  report(name, passed ? 1 : 0, passed ? 0 : 1);
  return passed;
}

async function runVitest(): Promise<void> {
  const file = path.join(scratch, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(
    `tests of contract, api, web and scripts${share === '' ? '' : `, DRILL_SHARE=${share} of ${SHARES}`}`,
    { DRILL_SHARE: share },
    VISIBLE_TESTS,
    'vitest',
    'run',
    ...reporters,
  );
  const counts = readJson<VitestReport>(file);
  // A file that cannot be loaded has no failing test, but counts as one.
  const broken = counts?.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  const failed = (counts?.numFailedTests ?? 0) + (broken?.length ?? 0);
  for (const { name, status, message, assertionResults } of counts?.testResults ?? []) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const test of tests) remember(name, test.fullName, test.failureMessages.join('\n'));
    if (status === 'failed' && !tests.length) remember(name, '', message);
  }
  report('vitest', counts?.numPassedTests ?? 0, countFailedOrOne(code === 0, failed));
}

/** The fixed seed and the commit's own, which it prints: a failure is played again by its seed. */
async function runSimulation(): Promise<void> {
  const file = path.join(scratch, 'simulation.json');
  const env = { SIMULATION_SUMMARY: file };
  const code = await run(
    'simulation',
    env,
    BESIDE_TESTS,
    'node',
    '--max-semi-space-size=64',
    'tools/simulation/simulate.ts',
    '--ci',
  );
  const counts = readJson<{ passed: number; failed: number; failures: string[] }>(file);
  for (const message of counts?.failures ?? []) remember(path.join(root, 'simulation'), 'a seed', message);
  report('simulation', counts?.passed ?? 0, countFailedOrOne(code === 0, counts?.failed ?? 0));
}

/** The browser tests would wait for it with one core idle. When it fails, they prepare another one and say why. */
async function preparePortal(): Promise<void> {
  const env = { E2E_PREPARED: prepared };
  await run('portal of the browser tests', env, BESIDE_TESTS, 'node', 'e2e/prepare-portal.ts');
}

async function runPlaywright(): Promise<void> {
  const file = path.join(scratch, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_SHARE: share, E2E_PREPARED: prepared };
  const title =
    share === '' ? 'tests in the browser' : `tests in the browser, E2E_SHARE=${share} of ${SHARES}`;
  const code = await run(title, env, VISIBLE_TESTS, 'playwright', 'test', '--reporter=list,json');
  const answer = readJson<PlaywrightReport>(file);
  for (const suite of answer?.suites ?? []) rememberSpecs(suite);
  const tests = (answer?.suites ?? []).flatMap(listTests);
  const inFirefox = tests.filter(({ projectName }) => projectName === 'firefox');
  const { passed, failed } = countOutcomes(tests.filter((test) => !inFirefox.includes(test)));
  const firefox = countOutcomes(inFirefox);
  // A run without any test is a failure too: the tag is gone, or the run ended before its tests.
  report('firefox', firefox.passed, countFailedOrOne(inFirefox.length > 0, firefox.failed));
  report('playwright', passed, countFailedOrOne(code === 0 || firefox.failed > 0, failed));
}

function listTests(suite: Suite): SpecTest[] {
  return [...suite.specs.flatMap(({ tests }) => tests), ...(suite.suites ?? []).flatMap(listTests)];
}

function countOutcomes(tests: readonly SpecTest[]): { passed: number; failed: number } {
  const count = (...statuses: SpecTest['status'][]) =>
    tests.filter(({ status }) => statuses.includes(status)).length;
  return { passed: count('expected', 'flaky'), failed: count('unexpected') };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightReport = { suites: Suite[] };
type Suite = { specs: Spec[]; suites?: Suite[] };
type Spec = {
  file: string;
  title: string;
  ok: boolean;
  tests: SpecTest[];
};
type SpecTest = {
  projectName: string;
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { errors: { message?: string }[] }[];
};

function rememberSpecs(suite: Suite): void {
  for (const inner of suite.suites ?? []) rememberSpecs(inner);
  for (const { ok, file, title, tests } of suite.specs) {
    const isUnsteady = ok && tests.some(({ status }) => status === 'flaky');
    if (ok && !isUnsteady) continue;
    const errors = tests.flatMap((test) => test.results).flatMap((result) => result.errors);
    const message = errors.map((error) => error.message).join('\n');
    remember(path.join('e2e', file), title, message, isUnsteady ? unsteady : failures);
  }
}

function remember(file: string, title: string, message: string, where = failures): void {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 25);
  where.push(`✗ ${path.relative(root, path.resolve(root, file))} › ${title}\n${lines.join('\n')}`);
}

/** A run that ended badly for a reason outside its tests has failed too. */
function countFailedOrOne(succeeded: boolean, failed: number): number {
  return succeeded ? failed : Math.max(1, failed);
}

function readJson<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  } catch {
    // The run died before it could write its report; the exit code shows it.
    return undefined;
  }
}

function report(name: string, passed: number, failed: number): void {
  outcomes.push({ name, passed, failed });
}

/** Shows a program's output at once or, since another one is writing, when it has ended. */
const VISIBLE_TESTS = 'in sight';
const BESIDE_TESTS = 'beside';
type Where = typeof VISIBLE_TESTS | typeof BESIDE_TESTS;

/** Returns the exit code. After an interruption nothing more is started. */
async function run(
  title: string,
  env: NodeJS.ProcessEnv,
  where: Where,
  program = '',
  ...args: string[]
): Promise<number> {
  if (interrupted) return 1;
  const heading = `\n=== ${title}`;
  if (where === VISIBLE_TESTS) console.log(heading);
  const written = path.join(scratch, `${title.replaceAll('/', ' ')}.log`);
  const output = where === VISIBLE_TESTS ? 'inherit' : fs.openSync(written, 'w');
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: scratch, ...env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    stdio: ['ignore', output, output],
    // The child gets a process group of its own, so that an interruption reaches each of its processes once.
    detached: true,
  });
  // A supervisor may kill this run before its tools have stopped.
  endWithParent(child, { group: true });
  running.add(child);
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
  running.delete(child);
  if (output !== 'inherit') {
    fs.closeSync(output);
    console.log(`${heading}\n${fs.readFileSync(written, 'utf8')}`);
  }
  return code;
}

/** On SIGINT the tools clean up what they started: servers, browsers, databases. */
async function interrupt(signal: NodeJS.Signals): Promise<void> {
  if (interrupted) return;
  interrupted = signal;
  signalGroup('SIGINT');
  await sleep(30_000, undefined, { ref: false });
  signalGroup('SIGKILL');
}

function signalGroup(signal: NodeJS.Signals): void {
  for (const { pid } of running) {
    if (!pid) continue;
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void interrupt(signal));

try {
  await runEverything();
} catch (error) {
  console.error(error);
  report('the run itself', 0, 1);
} finally {
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
if (interrupted) report(`interrupted by ${interrupted}`, 0, 1);

if (unsteady.length) console.log('\nPassed only when repeated, to be mended:');
for (const message of [...unsteady, ...failures]) console.log(`\n${message}`);
console.log('');
for (const { name, passed, failed } of outcomes)
  console.log(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed`);
const total = (kind: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const summary = `${total('passed')} passed, ${total('failed')} failed`;
console.log(`\n${summary}`);
// Signals to .ci/run that the line above was printed.
if (process.env.TEST_SUMMARY) fs.writeFileSync(process.env.TEST_SUMMARY, summary);
process.exitCode = total('failed') === 0 ? 0 : 1;
