import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Context } from '../context.ts';

const PAUSE_MS = 1000;

/**
 * Keeps a runner of the queue at work. One ends for ever where the database fails it while it ticks off a job (at a
 * failover, say): then another begins, as often as that takes. A failure of the first one's beginning is the caller's.
 */
export async function keepRunner(
  ctx: Context,
  begin: () => Promise<Runner>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner: Runner | null = await begin();

  async function beginAnother(): Promise<Runner | null> {
    while (!stopping.signal.aborted) {
      ctx.log.error('the queue has lost its runner, another one begins');
      await sleep(PAUSE_MS, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) break;
      const next = await begin().catch((error: unknown) =>
        ctx.log.error({ err: error }, 'it could not begin'),
      );
      if (next) return next;
    }
    return null;
  }

  const ended = (async () => {
    while (runner) {
      await runner.promise.catch(() => {});
      runner = await beginAnother();
      // It began while the process was told to stop.
      if (stopping.signal.aborted) await runner?.stop();
    }
  })();

  return {
    async stop() {
      stopping.abort();
      // One that has just ended by itself says so by refusing.
      await runner?.stop().catch(() => {});
      await ended;
    },
  };
}
