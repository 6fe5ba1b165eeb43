import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOutFault } from './carry-out-fault.ts';
import { Clients } from './clients.ts';
import { Cluster, waitUntil } from './cluster.ts';
import { compareRequests } from './compare-requests.ts';
import { planFaults, type Fault } from './fault-plan.ts';
import { ProgramMissing } from './find-programs.ts';
import { databaseUrl, type PortalMachine } from './portal-machine.ts';
import { countUnanswered, readStoredRequests } from './read-stored-requests.ts';
import { faultTable, findLongestPause, findMissedAims, type FaultReport } from './report-faults.ts';
import { readArgs, readSettings, ROOT } from './settings.ts';

/**
 * `npm run cluster:faults -- --seed=7 --faults=200 --minutes=120`: runs a cluster of its own, with clients and random
 * faults. `--from=<git ref>`: portals are also updated from that version to this one and back. `--only=switchover,kill
 * postgres`; `--clients=8`; `--dir=`, `--port=` as of `npm run cluster`. Exits with 0, with 1 when something was lost
 * or doubled or the books do not agree, with 2 when only an aim of time was missed, with 3 where this machine lacks a
 * program.
 */
const args = readArgs();
const requested = {
  seed: Number(args.seed ?? Date.now() % 1_000_000),
  faults: Number(args.faults ?? 20),
  minutes: Number(args.minutes ?? 30),
  clients: Number(args.clients ?? 8),
};
const CHECK_EVERY = 20;
const RECOVERY_MS = 180_000;
const SETTLE_MS = 90_000;

/** Programs that are stopped at the end, the last started first. */
const running: { stop(): Promise<void> }[] = [];
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isInterrupted = true));

const ownFolder = path.join(ROOT, '.data/cluster-faults');
if (args.dir === undefined) rmSync(ownFolder, { recursive: true, force: true });
let code = 1;
try {
  const settings = readSettings({ ...args, dir: args.dir ?? ownFolder });
  const cluster = new Cluster(settings);
  running.push(cluster);
  code = await tryFaults(cluster);
} catch (error) {
  code = error instanceof ProgramMissing ? 3 : 1;
  console.error(error instanceof ProgramMissing ? error.message : error);
} finally {
  for (const item of running.reverse()) await item.stop().catch((error: unknown) => console.error(error));
}
process.exit(code);

async function tryFaults(at: Cluster): Promise<number> {
  const other = args.from ? checkOut(args.from, at.settings.folder) : null;
  // A rolling update leads to this version first.
  if (other) for (const portal of at.portals) portal.program = other;
  const plan = planFaults(requested.seed, requested.faults, {
    hasCables: at.network.hasCables,
    hasOtherVersion: other !== null,
    ...(args.only ? { only: args.only.split(',') } : {}),
  });
  console.log(
    `seed ${requested.seed}, ${plan.length} faults, at most ${requested.minutes} min, ${requested.clients} clients`,
  );
  if (!at.network.hasCables)
    console.log('No networks of their own here (root is needed): no cable is pulled.');
  await at.start((message) => console.log(message));
  const where = { doorUrl: at.doorUrl, databaseUrl: databaseUrl(at.settings), count: requested.clients };
  const clients = await Clients.prepare(where, requested.seed);
  running.push(clients);
  clients.start();
  await sleep(3000);
  const met = await runFaults(at, clients, plan, (portal) =>
    portal.program === ROOT ? (other ?? ROOT) : ROOT,
  );
  return conclude(at, clients, met);
}

async function runFaults(
  at: Cluster,
  load: Clients,
  plan: readonly Fault[],
  otherVersion: (portal: PortalMachine) => string,
): Promise<FaultReport[]> {
  const met: FaultReport[] = [];
  const end = performance.now() + requested.minutes * 60_000;
  for (const fault of plan) {
    if (isInterrupted || performance.now() > end) break;
    met.push(await runFault(at, load, fault, otherVersion));
    reportFault(at, met);
    if (met.length % CHECK_EVERY === 0) {
      await load.pause();
      await requireNothingLost(load);
      load.start();
    }
  }
  return met;
}

async function runFault(
  at: Cluster,
  load: Clients,
  fault: Fault,
  otherVersion: (portal: PortalMachine) => string,
): Promise<FaultReport> {
  await sleep(fault.calmSeconds * 1000);
  // A slow machine may have left the cluster for a moment. Each fault must begin with a complete cluster.
  await waitUntil(() => at.isWhole(), RECOVERY_MS, `the cluster was not whole before ${fault.kind}`);
  const [startedAt, errors] = [performance.now(), load.errors.length];
  const whom = await carryOutFault(at, fault, otherVersion);
  const isClusterHealthy = async (): Promise<boolean> => {
    if (load.failure) throw load.failure;
    const ready = await Promise.all(at.portals.map((portal) => portal.isReady()));
    return ready.every(Boolean) && (await at.isWhole()) && (load.acknowledged.at(-1) ?? 0) > startedAt;
  };
  await waitUntil(
    isClusterHealthy,
    RECOVERY_MS,
    `not well again ${RECOVERY_MS / 1000} s after ${fault.kind} (${whom})`,
  );
  // Requests sent before everything was well get their answers first.
  await sleep(1000);
  const healed = performance.now();
  return {
    fault,
    whom,
    outageSeconds: findLongestPause(load.acknowledged, startedAt, healed) / 1000,
    healedSeconds: (healed - startedAt) / 1000,
    errors: load.errors.slice(errors).map(({ kind, words: text }) => `${kind}: ${text}`),
  };
}

function reportFault(at: Cluster, met: readonly FaultReport[]): void {
  const last = met.at(-1) as FaultReport;
  appendFileSync(path.join(at.settings.folder, 'faults.jsonl'), `${JSON.stringify(last)}\n`);
  const { fault, whom, outageSeconds, healedSeconds, errors } = last;
  const text = errors.length > 0 ? `, ${errors.length} errors, first ${errors[0]}` : '';
  console.log(
    `${met.length} ${fault.kind} (${whom}): no writes for ${outageSeconds.toFixed(1)} s, whole after ${healedSeconds.toFixed(0)} s${text}`,
  );
}

async function requireNothingLost(load: Clients): Promise<void> {
  const { lost, doubled } = compareRequests(
    load.requests,
    await readStoredRequests(load.database, load.companyIds),
  );
  if (lost.length + doubled.length === 0) return;
  throw new Error(
    `lost ${lost.length}, doubled ${doubled.length}:\n${[...lost, ...doubled].slice(0, 20).join('\n')}`,
  );
}

async function conclude(at: Cluster, load: Clients, met: readonly FaultReport[]): Promise<number> {
  await load.pause();
  const stored = await readStoredRequests(load.database, load.companyIds);
  const { lost, doubled } = compareRequests(load.requests, stored);
  const otherwise = await repeatAll(load);
  const after = compareRequests(load.requests, await readStoredRequests(load.database, load.companyIds));
  const underWay = await settle(load);
  const booksAgree = checkBooks(at);
  const missed = findMissedAims(met);
  console.log(`\n${faultTable(met)}\n`);
  const done = load.requests.filter(({ acknowledged }) => acknowledged !== null).length;
  console.log(
    `actions acknowledged ${done}, refused ${load.requests.length - done}, errors seen ${load.errors.length}`,
  );
  console.log(
    `lost ${lost.length}, doubled ${doubled.length + after.doubled.length}, answered otherwise when repeated ${otherwise}`,
  );
  for (const text of [...lost, ...doubled, ...after.doubled].slice(0, 20)) console.log(`  ${text}`);
  if (underWay > 0) console.log(`${underWay} movements wait for their networks to be asked again`);
  console.log(booksAgree ? 'the books agree' : 'the books do not agree');
  for (const text of missed) console.log(`aim missed: ${text}`);
  if (lost.length + doubled.length + after.doubled.length > 0 || otherwise > 0 || !booksAgree) return 1;
  return missed.length > 0 ? 2 : 0;
}

/** A network that was away with its database is asked again after a while; its money is in transit meanwhile. */
async function settle(load: Clients): Promise<number> {
  const left = (): Promise<number> => countUnanswered(load.database, load.companyIds);
  await waitUntil(async () => (await left()) === 0, SETTLE_MS, 'some wait').catch(() => {});
  return left();
}

/** Repeats every action. No action may be carried out again; each must get the same answer as before. Returns the number of other answers. */
async function repeatAll(load: Clients): Promise<number> {
  let otherwise = 0;
  const rest = load.requests.filter(({ acknowledged }) => acknowledged !== null);
  const work = async (): Promise<void> => {
    for (let request = rest.pop(); request; request = rest.pop()) {
      const answer = await load.repeat(request);
      if (isSameAnswer(answer, `200 ${request.acknowledged}`)) continue;
      otherwise += 1;
      if (otherwise <= 5) console.log(`repeated ${request.kind} ${request.key}: ${answer.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return otherwise;
}

/**
 * An answer that was not stored is composed again from its outcome: with today's balances, but about the same thing.
 */
function isSameAnswer(a: string, b: string): boolean {
  if (a === b) return true;
  const parseId = (answer: string): string | undefined =>
    /^200 \{"code":200,"data":\{"id":(\d+)/.exec(answer)?.[1];
  return parseId(a) !== undefined && parseId(a) === parseId(b);
}

function checkBooks(at: Cluster): boolean {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl(at.settings),
    DEMO: '1',
    DATA_DIR: at.settings.folder,
  };
  const script = path.join(ROOT, 'scripts/reconcile.ts');
  return spawnSync(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** The program of another version, with this one's libraries. */
function checkOut(ref: string, folder: string): string {
  const place = path.join(folder, 'other-version');
  mkdirSync(place, { recursive: true });
  const archive = spawnSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: 1024 * 1024 * 1024 });
  const unpacked = spawnSync('tar', ['-x', '-C', place], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0)
    throw new Error(`--from=${ref} is no version that git can give: ${archive.stderr.toString().trim()}`);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(place, 'node_modules'));
  return place;
}
