import { setTimeout as sleep } from 'node:timers/promises';
import type { ForbiddenFlagsFn, Job, WorkerEvents } from 'graphile-worker';

/** Maximum number of places in a lane for the jobs of one company, and for those of addresses that do not answer. */
export interface LaneShares {
  perCompany: number;
  silent: number;
}

const SILENT = 'silent';

/**
 * Returns the flags of jobs that a lane must leave in the queue for now: the companies, and the addresses without an
 * answer, that have their share of places. Jobs get their flags when they are enqueued (migration 940). The lane's
 * workers fetch one after the other, because two that fetch at once would count the same free place. After a fetch that
 * found nothing the next one waits for the pause, because a lane is woken by the jobs of all lanes.
 */
export function limitShares(
  { perCompany, silent }: LaneShares,
  events: WorkerEvents,
  pauseMs: number,
): ForbiddenFlagsFn {
  const running = new Map<string, readonly string[]>();
  let turn = Promise.resolve();
  let endTurn = (): void => {};
  let pausedUntil = 0;

  events.on('pool:create', () => {
    running.clear();
    turn = Promise.resolve();
    pausedUntil = 0;
  });
  events.on('pool:gracefulShutdown', () => (pausedUntil = -Infinity));
  events.on('job:start', ({ job }) => {
    running.set(job.id, flagNames(job));
    endTurn();
  });
  events.on('job:complete', ({ job }) => void running.delete(job.id));
  events.on('worker:getJob:empty', () => {
    if (pausedUntil >= 0) pausedUntil = performance.now() + pauseMs;
    endTurn();
  });
  events.on('worker:getJob:error', () => endTurn());

  return async () => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    const pause = pausedUntil - performance.now();
    if (pause > 0) await sleep(pause);
    endTurn = resolve;
    return listCompaniesAtLimit();
  };

  function listCompaniesAtLimit(): string[] {
    const counts = new Map<string, number>();
    for (const flags of running.values())
      for (const flag of flags) counts.set(flag, (counts.get(flag) ?? 0) + 1);
    return [...counts].flatMap(([flag, count]) =>
      count >= (flag === SILENT ? silent : perCompany) ? [flag] : [],
    );
  }
}

function flagNames({ flags }: Job): string[] {
  return Object.keys(flags ?? {});
}
