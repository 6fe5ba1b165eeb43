import type { WorkerEvents } from 'graphile-worker';
import type { Context } from '../context.ts';
import type { Lane } from './lanes.ts';

/**
 * Watches through its events that a lane's runner goes on fetching or finishing jobs. No user waits for some lanes,
 * whose jobs (the documents of a month, the nightly check) may take long. Returns the function that ends the watch.
 */
export function watchRunner(ctx: Context, lane: Lane, events: WorkerEvents): () => void {
  const limitMs = lane.isAwaited ? ctx.timeouts.queue : ctx.timeouts.feed;
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
