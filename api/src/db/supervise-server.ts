import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endServer } from './end-server.ts';

export interface ServerNews {
  /** Called when the server has ended although it was not stopped. */
  ended(how: string): void;
  /** Called after a failed restart, with the number of failures in a row. */
  failed(error: unknown, times: number): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A server that has lived for so long is not one that ends at each start. */
const SETTLED_MS = 60_000;

/** Starts a server again whenever it ends by itself, after pauses that grow. Returns the function that stops it. */
export function superviseServer(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  news: ServerNews,
): () => Promise<void> {
  const stopping = new AbortController();
  let server: ChildProcess | null = first;

  async function startAgain(pause: number): Promise<ChildProcess | null> {
    for (let [next, times] = [pause, 1]; !stopping.signal.aborted; next = growPause(next), times += 1) {
      await sleep(next, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) break;
      try {
        return await start();
      } catch (error) {
        news.failed(error, times);
      }
    }
    return null;
  }

  const supervising = (async () => {
    for (let pause = FIRST_PAUSE_MS; server !== null; pause = growPause(pause)) {
      const startedAt = performance.now();
      const how = await waitForEnd(server);
      if (stopping.signal.aborted) return;
      news.ended(how);
      if (performance.now() - startedAt > SETTLED_MS) pause = FIRST_PAUSE_MS;
      server = await startAgain(pause);
      // It was just being started.
      if (server && stopping.signal.aborted) return endServer(server);
    }
  })();

  return async () => {
    stopping.abort();
    if (server) await endServer(server);
    await supervising;
  };
}

function growPause(pause: number): number {
  return Math.min(pause * 2, LONGEST_PAUSE_MS);
}

function waitForEnd(server: ChildProcess): Promise<string> {
  const describeExit = (): string => `with ${server.signalCode ?? server.exitCode}`;
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve(describeExit());
    server.once('exit', () => resolve(describeExit()));
  });
}
