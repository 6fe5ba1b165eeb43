import type { WorkerEvents } from 'graphile-worker';
import type { Context } from '../context.ts';
import type { Lane } from './lanes.ts';

/**
 * Watches a lane's runner through its events: that it goes on fetching or finishing jobs. Nobody waits for some lanes, whose
 * jobs (the papers of a month, the nightly check) may last. Returns the function that ends it.
 */
export function watchRunner(ctx: Context, lane: Lane, events: WorkerEvents): () => void {
  const limitMs = lane.isAwaited ? ctx.patience.queue : ctx.patience.feed;
  let end = (): void => {};
  const goesOn = (): void => {
    end();
    end = ctx.watchdog.begin(`queue ${lane.name}`, limitMs);
  };
  events.on('pool:create', goesOn);
  events.on('localQueue:getJobs:complete', goesOn);
  events.on('worker:getJob:empty', goesOn);
  events.on('job:start', goesOn);
  events.on('job:complete', goesOn);
  return () => end();
}
