import pg from 'pg';
import type { Connections } from './connections.ts';
import { TIMEOUTS } from './timeouts.ts';

/** A connection that only listens. */
export interface Listening {
  stop(): Promise<void>;
}

export interface Listener {
  /** Called with what a transaction announced, after its commit. */
  hear(payload: string): void;
  /** The connection is lost, and whatever was announced since. Not called after `stop`. */
  lost(): void;
}

/**
 * Listens to what the transactions of any process announce on a channel. Throws when the database cannot be reached.
 */
export async function listen(
  connections: Connections,
  channel: string,
  listener: Listener,
  { quiet } = TIMEOUTS,
): Promise<Listening> {
  const client = connections.client({
    name: `magistral listens to ${channel}`,
    options: '-c role=magistral_system',
  });
  let over = false;
  let stopAsking = (): void => {};
  function leave(): void {
    if (over) return;
    over = true;
    stopAsking();
    listener.lost();
  }
  client.on('error', leave);
  client.on('end', leave);
  client.on('notification', ({ payload }) => {
    if (!over && payload) listener.hear(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    stopAsking = pingPeriodically(client, quiet);
  } catch (error) {
    over = true;
    await client.end().catch(() => {});
    throw error;
  }
  return {
    async stop() {
      over = true;
      stopAsking();
      await client.end();
    },
  };
}

/**
 * A client that only listens can't distinguish a silent connection from one without announcements. A periodic query
 * shows the difference. Returns the function that stops it.
 */
function pingPeriodically(client: pg.ClientBase, everyMs: number): () => void {
  let requested = false;
  const timer = setInterval(() => {
    if (requested) return;
    requested = true;
    client.query('select 1').then(
      () => (requested = false),
      () => {},
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
