import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { runAsWork, createWork } from '../lib/current-work.ts';

export interface RunningJobs {
  stop(): Promise<void>;
}

export interface Loop {
  /** Name for the log and for `/readyz`. */
  name: string;
  everyMs: number;
  /** Time limit of one turn, by default that of a loop. */
  limitMs?: number;
}

/** Longest pause between two runs while the database is unavailable. */
const MAX_AWAY_PAUSE_MS = 10_000;

/**
 * Does the work, waits and repeats. A failure is logged and the next turn comes all the same. While the database is
 * down the turns become less and less frequent. The log already has the outage and gets no record of them.
 */
export function repeat(ctx: Context, loop: Loop, work: () => Promise<unknown>): RunningJobs {
  let going = true;
  let wake = (): void => {};
  /** Turns in a row that did not reach the database. */
  let missed = 0;

  async function turn(): Promise<void> {
    const end = ctx.watchdog.begin(`loop ${loop.name}`, loop.limitMs ?? ctx.timeouts.loop);
    try {
      await runAsWork(createWork(loop.name, { actor: `job: ${loop.name}` }), work);
      missed = 0;
    } catch (error) {
      const isAway = isDatabaseAway(error);
      missed = isAway ? missed + 1 : 0;
      ctx.log[isAway ? 'debug' : 'error']({ err: error, loop: loop.name }, 'a repeated job failed');
    } finally {
      end();
    }
  }

  const ended = (async () => {
    while (going) {
      await turn();
      if (!going) break;
      const pause = Math.min(loop.everyMs * 2 ** missed, Math.max(loop.everyMs, MAX_AWAY_PAUSE_MS));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
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
