import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';

const PAUSE_MS = 1000;

/** One runner of the queue, until it ends. */
export interface QueueRunner {
  stop(): Promise<void>;
  /** Resolves or rejects when the runner does no more jobs, for any reason. */
  ended: Promise<unknown>;
}

/**
 * Restarts a runner of the queue when it ends. A runner stops permanently when the database fails while it marks a job
 * as done (at a failover, for example). Then another is started, as often as needed. If the first one fails to start,
 * the caller gets the error.
 */
export async function superviseRunner(
  ctx: Context,
  begin: () => Promise<QueueRunner>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner: QueueRunner | null = await begin();

  async function startNextRunner(): Promise<QueueRunner | null> {
    while (!stopping.signal.aborted) {
      ctx.log[getLogLevel(ctx)]('the queue has lost its runner, another one begins');
      await sleep(PAUSE_MS, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) break;
      const next = await begin().catch((error: unknown) =>
        ctx.log[getLogLevel(ctx)]({ err: error }, 'it could not begin'),
      );
      if (next) return next;
    }
    return null;
  }

  const ended = (async () => {
    while (runner) {
      await runner.ended.catch(() => {});
      runner = await startNextRunner();
      // It started while the process was being stopped.
      if (stopping.signal.aborted) await stop(runner);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await stop(runner);
      await ended;
    },
  };
}

/** Stops a runner. One that has just ended by itself refuses to stop, or never reports that it has. */
async function stop(runner: QueueRunner | null): Promise<void> {
  await Promise.race([runner?.stop(), runner?.ended]).catch(() => {});
}

/** The outage is in the log already. */
function getLogLevel(ctx: Context): 'error' | 'debug' {
  return ctx.db.outage.isOn ? 'debug' : 'error';
}
