import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Context } from '../context.ts';
import type { Listening } from '../db/listen.ts';

/** Channel on which the queue announces new jobs. */
const CHANNEL = 'jobs:insert';

export interface JobListener {
  /** The queue's pool for the runners of all lanes. */
  pool: pg.Pool;
  /** Notifies the lanes of jobs that have become due meanwhile. The queue announces a job only when it is enqueued. */
  pollDue(): Promise<void>;
  stop(): Promise<void>;
}

const DUE = `select exists (
  select from graphile_worker._private_jobs where is_available and run_at <= now()
) as due`;

type ConnectCallback = (
  error: Error | undefined,
  ear: SharedListener | undefined,
  release: () => void,
) => void;

/**
 * Each runner of the queue wants a connection that listens, and requests it by a callback. PostgreSQL wakes all
 * listening connections of a database for every notification, so ten lanes would cost each movement ten awakenings. One
 * connection listens for all lanes of a process. When it is lost, the runners ask again, and meanwhile they poll.
 */
export function listenForJobs(ctx: Context, pool: pg.Pool): JobListener {
  const ears = new Set<SharedListener>();
  let listening: Promise<Listening> | null = null;

  function onConnectionLost(): void {
    listening = null;
    const left = [...ears];
    ears.clear();
    for (const ear of left) ear.emit('error', new Error('the connection that hears of jobs was lost'));
  }

  function onJob(payload: string): void {
    for (const ear of ears) ear.emit('notification', { channel: CHANNEL, payload });
  }

  function start(): Promise<Listening> {
    const starting = ctx.db.listen(CHANNEL, { hear: onJob, lost: onConnectionLost });
    starting.catch(() => (listening = null));
    return starting;
  }

  function connect(taken?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!taken) return pool.connect();
    (listening ??= start()).then(
      () => {
        const ear = new SharedListener();
        ears.add(ear);
        taken(undefined, ear, () => void ears.delete(ear));
      },
      (error: Error) => taken(error, undefined, () => {}),
    );
  }

  return {
    pool: new Proxy(pool, {
      get(target, name) {
        if (name === 'connect') return connect;
        // A runner warns of a pool with fewer connections than it has places; it needs none while a job is done.
        if (name === 'options') return { ...target.options, max: Infinity };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    async pollDue() {
      if (ears.size === 0) return;
      const { rows } = await pool.query<{ due: boolean }>(DUE);
      if (rows[0]?.due) onJob(JSON.stringify({ count: 1 }));
    },
    async stop() {
      const connection = listening;
      listening = null;
      await (await connection?.catch(() => null))?.stop();
    },
  };
}

/** Passed to a runner as its listening connection. */
class SharedListener extends EventEmitter {
  /** Does nothing, because the connection listens already. */
  async query(): Promise<{ rows: [] }> {
    return { rows: [] };
  }
}
