import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';

const PAUSE_MS = 1000;

/** One runner of the queue, until it ends. */
export interface QueueRunner {
  stop(): Promise<void>;
  /** Resolves or rejects when it does no more jobs, whoever ended it. */
  ended: Promise<unknown>;
}

/**
 * Keeps a runner of the queue working. A runner stops for good when the database fails while it marks a job as done
 * (at a failover, say): then another is started, as often as it takes. If the first one fails to start, the caller
 * gets the error.
 */
export async function superviseRunner(
  ctx: Context,
  begin: () => Promise<QueueRunner>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner: QueueRunner | null = await begin();

  async function beginAnother(): Promise<QueueRunner | null> {
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
      runner = await beginAnother();
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

/** A runner that has just ended by itself refuses to stop, or never says that it has. */
async function stop(runner: QueueRunner | null): Promise<void> {
  await Promise.race([runner?.stop(), runner?.ended]).catch(() => {});
}

/** The log has been told of an outage once. */
function getLogLevel(ctx: Context): 'error' | 'debug' {
  return ctx.db.outage.isOn ? 'debug' : 'error';
}
