import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  type CronItem,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Context } from '../context.ts';
import { limitShares } from './company-shares.ts';
import { superviseRunner } from './supervise-runner.ts';
import type { Lane } from './lanes.ts';
import type { RunningJobs } from './repeat.ts';
import { watchRunner } from './watch-runner.ts';

export interface RunningLane extends RunningJobs {
  /** Under which the queue holds the jobs of this lane now; it changes when a lost runner is replaced. */
  runnerId(): string;
}

/**
 * Each lane is notified of every job. A lane that has found nothing polls again after this pause at the earliest,
 * however many jobs of other lanes are announced meanwhile. A busy lane polls at once.
 */
const PAUSE_MS = { awaited: 25, unhurried: 200 } as const;

/**
 * A lane is notified of new jobs and of jobs that become due (`listen-for-jobs.ts`). It polls only for the time in
 * which a notification could have been lost. Twenty lanes polling every second would make a quarter of all queries of
 * an idle portal.
 */
const POLL_MS = 5000;
const WORKERS_PER_POLL = 4;

/** Messages of a runner that has released its jobs. */
const SHUTDOWN_ERRORS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

/** Within which its last jobs are marked as done. */
const MARKED_WITHIN_MS = 1000;

/** Runs the jobs of one lane, in a runner of its own. */
export async function runLane(
  ctx: Context,
  lane: Lane,
  { pool, tasks, cron }: { pool: pg.Pool; tasks: TaskList; cron: CronItem[] },
): Promise<RunningLane> {
  let runnerId = '';
  const events: WorkerEvents = new EventEmitter();
  let shutDown = Promise.withResolvers<void>();
  events.on('pool:create', ({ workerPool }) => {
    runnerId = workerPool.id;
    shutDown = Promise.withResolvers();
  });
  for (const event of SHUTDOWN_ERRORS) {
    events.on(event, ({ workerPool }) => {
      if (workerPool.id === runnerId) shutDown.resolve();
    });
  }
  const stopWatching = watchRunner(ctx, lane, events);
  const pauseMs = lane.isAwaited ? PAUSE_MS.awaited : PAUSE_MS.unhurried;
  const forbiddenFlags = lane.shares && limitShares(lane.shares, events, pauseMs);
  const runner = await superviseRunner(ctx, async () => {
    const one = await run({
      pgPool: pool,
      events,
      concurrency: lane.maxConcurrent,
      forbiddenFlags,
      // Jobs are fetched and marked as done in batches, because most of a job's time is spent waiting for an answer.
      // Where companies have shares each is fetched by itself: a batch would be fetched before its jobs are counted.
      preset: {
        worker: {
          localQueue: {
            size: forbiddenFlags ? -1 : lane.maxConcurrent + 1,
            refetchDelay: {
              durationMs: pauseMs,
              maxAbortThreshold: Infinity,
            },
          },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      noHandleSignals: true,
      // Without a batch each of its workers polls.
      pollInterval: forbiddenFlags ? POLL_MS * WORKERS_PER_POLL : POLL_MS,
      taskList: tasks,
      parsedCronItems: parseCronItems(cron),
      logger: workerLogger(ctx),
    });
    // If two batches of jobs at once could not be marked as done, graphile-worker 0.18 waits forever for a third.
    const isOver = shutDown.promise.then(() => sleep(MARKED_WITHIN_MS, undefined, { ref: false }));
    return { stop: () => one.stop(), ended: Promise.race([one.promise, isOver]) };
  });
  return {
    runnerId: () => runnerId,
    async stop() {
      await runner.stop();
      stopWatching();
    },
  };
}

/**
 * Writes the queue's messages to the product's log. A failed job is retried, so it is a warning. While the database is
 * down the queue has nothing new to report.
 */
function workerLogger(ctx: Context): Logger {
  return new Logger(() => (level, message, meta) => {
    if (ctx.db.outage.isOn) ctx.log.debug({ err: meta?.error }, message);
    else if (level === 'error' || level === 'warning') ctx.log.warn({ err: meta?.error }, message);
    else ctx.log.debug(message);
  });
}
