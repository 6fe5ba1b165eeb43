import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { runAsWork, createWork } from '../lib/current-work.ts';

export interface RunningJobs {
  stop(): Promise<void>;
}

export interface RunningLoop extends RunningJobs {
  /** Resolves when the first turn has ended, well or not, or when the loop was stopped before it. */
  firstTurn: Promise<void>;
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
/** First turns that run side by side. */
const FIRST_TURNS = 1;
/** A first turn that lasts longer, because a network is silent for example, holds up no other loop. */
const MAX_WAIT_FOR_FIRST_TURN_MS = 300;

/**
 * Starts loops in their order, with a few first turns at a time, so that these share connections. Thirty turns at once
 * would open as many, and each connection costs PostgreSQL tens of milliseconds of processor before its first row.
 */
export function repeatInTurn(
  ctx: Context,
  loops: readonly { loop: Loop; work: () => Promise<unknown> }[],
): RunningLoop[] {
  const places: Promise<unknown>[] = Array.from({ length: FIRST_TURNS }, () => Promise.resolve());
  return loops.map(({ loop, work }, index) => {
    const place = index % FIRST_TURNS;
    const free = places[place];
    const running = repeat(ctx, loop, work, free);
    const limit = () => sleep(MAX_WAIT_FOR_FIRST_TURN_MS, undefined, { ref: false });
    places[place] = Promise.resolve(free).then(() => Promise.race([running.firstTurn, limit()]));
    return running;
  });
}

/**
 * Does the work, waits and repeats; the first turn comes after `begin`. A failure is logged and the next turn comes all the same. While the database is
 * down the turns become less and less frequent. The log already has the outage and gets no record of them.
 */
export function repeat(
  ctx: Context,
  loop: Loop,
  work: () => Promise<unknown>,
  begin?: Promise<unknown>,
): RunningLoop {
  let going = true;
  let wake = (): void => {};
  const stopped = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
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
    await Promise.race([begin, stopped.promise]);
    while (going) {
      await turn();
      first.resolve();
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
    first.resolve();
  })();
  return {
    firstTurn: first.promise,
    async stop() {
      going = false;
      stopped.resolve();
      wake();
      await ended;
    },
  };
}
