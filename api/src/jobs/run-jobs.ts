import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { watchBalance } from '../modules/balance-alert/watch-balance.ts';
import { lookAfterCards } from '../modules/cards/look-after-cards.ts';
import { syncCard } from '../modules/cards/sync-card.ts';
import { closeCompanies } from '../modules/documents/close-companies.ts';
import { lookAfterClosings } from '../modules/documents/look-after-closings.ts';
import { connectEdm } from '../modules/edm/connect-edm.ts';
import { followEdmDocument } from '../modules/edm/follow-edm-document.ts';
import { sendEdmDocument } from '../modules/edm/send-edm-document.ts';
import { reconcile } from '../modules/ledger/reconcile.ts';
import { carryOutOperation } from '../modules/operations/carry-out-operation.ts';
import { countUpDays } from '../modules/operations/count-up-days.ts';
import { coverShortfalls } from '../modules/operations/cover-shortfalls.ts';
import { pollNetwork } from '../modules/operations/poll-network.ts';
import { lookAfterDebtors } from '../modules/operations/look-after-debtors.ts';
import { lookAfterOperations } from '../modules/operations/look-after-operations.ts';
import { approveRequest } from '../modules/orders/approve-request.ts';
import { askForCards } from '../modules/orders/ask-for-cards.ts';
import { lookAfterRequests } from '../modules/orders/look-after-requests.ts';
import { freeAbandonedJobs } from './free-abandoned-jobs.ts';
import { handOn } from './hand-on.ts';
import { isNetworkJob, jobOf, type JobName, type JobPayloads } from './job.ts';
import { keepRunner } from './keep-runner.ts';
import { LANES, type Lane } from './lanes.ts';
import { tellNetwork } from './tell-network.ts';

type Work = { [Name in JobName]: (ctx: Context, payload: JobPayloads[Name]) => Promise<void> };

/** The use case that each job calls. */
const WORK: Work = {
  'carry-out-operation': (ctx, { operationId, partnerId }) =>
    tellNetwork(ctx, partnerId, () => carryOutOperation(ctx, operationId)),
  'issue-cards': (ctx, { itemId, partnerId }) => tellNetwork(ctx, partnerId, () => askForCards(ctx, itemId)),
  'approve-request': async (ctx, { requestId }) => void (await approveRequest(ctx, requestId)),
  'sync-card': (ctx, { cardId, partnerId }) => tellNetwork(ctx, partnerId, () => syncCard(ctx, cardId)),
  'close-month': (ctx, { month }) => closeCompanies(ctx, month),
  'connect-edm': (ctx, { companyId }) => connectEdm(ctx, companyId),
  'send-edm-document': (ctx, { documentId }) => sendEdmDocument(ctx, documentId),
  'follow-edm-document': (ctx, { documentId }) => followEdmDocument(ctx, documentId),
  'watch-balance': (ctx, { companyId }) => watchBalance(ctx, companyId),
  reconcile: async (ctx) => void (await reconcile(ctx, 'nightly')),
};

/**
 * At 2:30 Moscow time, or, when the program was down then, at a start within the following day. The queue runs it
 * once however many processes there are, and each day has one nightly report.
 */
const NIGHTLY = {
  task: 'reconcile' satisfies JobName,
  match: '30 23 * * *',
  identifier: 'nightly-reconciliation',
  options: { backfillPeriod: 20 * 3600 * 1000, maxAttempts: 5 },
};

/** Connections: each lane listens on one, and all lanes share the rest for fetching jobs and marking them as done. */
const CONNECTIONS = LANES.length + 8;
const REAL_POLL_LEAST_MS = 60_000;
const LOOK_AFTER_MS = 2000;
const COUNT_UP_MS = 10_000;
const ALIVE_MS = 10_000;

export interface RunningJobs {
  stop(): Promise<void>;
}

/** Runs the queue, and next to it the loops: reading the feeds, looking after what waits. */
export async function runJobs(ctx: Context, databaseUrl: string): Promise<RunningJobs> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const runnerIds = new Map<string, string>();
  const runners: RunningJobs[] = [];
  // One after the other they share the connection that each needs for a moment.
  for (const lane of LANES)
    runners.push(await keepRunner(ctx, () => run(runnerOptions(ctx, pool, lane, runnerIds))));
  const loops = [
    ...ctx.networkIds.map((id) => repeat(ctx, pollMsOf(ctx, id), () => pollNetwork(ctx, id))),
    repeat(ctx, LOOK_AFTER_MS, () => lookAfterCards(ctx)),
    repeat(ctx, LOOK_AFTER_MS, () => lookAfterOperations(ctx)),
    repeat(ctx, LOOK_AFTER_MS, () => lookAfterDebtors(ctx)),
    repeat(ctx, LOOK_AFTER_MS, () => lookAfterRequests(ctx)),
    repeat(ctx, LOOK_AFTER_MS, () => coverShortfalls(ctx)),
    repeat(ctx, ALIVE_MS, async () => {
      const dead = await freeAbandonedJobs(pool, [...runnerIds.values()]);
      if (dead.length > 0) ctx.log.warn({ runners: dead }, 'jobs of dead processes were let go');
    }),
    repeat(ctx, COUNT_UP_MS, () => countUpDays(ctx)),
    repeat(ctx, 10 * LOOK_AFTER_MS, () => lookAfterClosings(ctx)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all(runners.map((runner) => runner.stop()));
      await pool.end();
    },
  };
}

/** A lane that found nothing looks again after so long, however many jobs of other lanes are announced meanwhile. */
const UNHURRIED = { refetchDelay: { durationMs: 200, maxAbortThreshold: Infinity } };

/** Notes the runner's id under its lane's name: jobs are held under it. */
function runnerOptions(ctx: Context, pool: pg.Pool, lane: Lane, ids: Map<string, string>): RunnerOptions {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => ids.set(lane.name, workerPool.id));
  return {
    pgPool: pool,
    events,
    concurrency: lane.atOnce,
    // Jobs are fetched and marked as done in batches, because most of a job's time is spent waiting for somebody's
    // answer.
    preset: {
      worker: {
        localQueue: { size: lane.atOnce + 1, ...(lane.isAwaited ? {} : UNHURRIED) },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: taskList(ctx, lane),
    parsedCronItems: parseCronItems(lane.name === 'checks' ? [NIGHTLY] : []),
    logger: workerLogger(ctx),
  };
}

/** Real networks bill their calls, and their sales arrive minutes late anyway. */
function pollMsOf({ config }: Context, partnerId: PartnerId): number {
  const { networkPollMs, networks } = config;
  return networks[partnerId] ? Math.max(networkPollMs, REAL_POLL_LEAST_MS) : networkPollMs;
}

/** The queue writes to the product's log. A failed job is tried again, so it is a warning. */
function workerLogger(ctx: Context): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') ctx.log.warn({ err: meta?.error }, message);
    else ctx.log.debug(message);
  });
}

function taskList(ctx: Context, lane: Lane): TaskList {
  return Object.fromEntries(
    lane.tasks.map((task) => [task, (payload: unknown) => doJob(ctx, task, payload)]),
  );
}

function doJob(ctx: Context, task: string, payload: unknown): Promise<void> {
  const name = jobOf(task);
  if (name === task && isNetworkJob(name)) return handOn(ctx, name, payload);
  return (WORK[name] as (ctx: Context, payload: unknown) => Promise<void>)(ctx, payload);
}

/** Does the work, waits, does it again. A failure is logged and the next turn comes all the same. */
function repeat(ctx: Context, everyMs: number, work: () => Promise<unknown>): RunningJobs {
  let going = true;
  let wake = (): void => {};
  const ended = (async () => {
    while (going) {
      await work().catch((error: unknown) => ctx.log.error({ err: error }, 'a repeated job failed'));
      if (!going) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      going = false;
      wake();
      await ended;
    },
  };
}
