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
  const markAlive = (): void => {
    end();
    end = ctx.watchdog.begin(`queue ${lane.name}`, limitMs);
  };
  events.on('pool:create', markAlive);
  events.on('localQueue:getJobs:complete', markAlive);
  events.on('worker:getJob:empty', markAlive);
  events.on('job:start', markAlive);
  events.on('job:complete', markAlive);
  return () => end();
}
