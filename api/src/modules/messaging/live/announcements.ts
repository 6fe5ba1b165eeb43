import type { Context } from '../../../context.ts';
import { isDatabaseAway } from '../../../db/database-away.ts';
import type { Listening } from '../../../db/listen.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';

/** The channel on which transactions announce their changes (migrations 075, 095, 096): `<topic> <id>,<id>,…`. */
const CHANNEL = 'changed';

export interface Listener {
  hear(topic: string, ids: ReadonlySet<number>): void;
  /** The connection is lost: announcements may have been missed. */
  lost(): void;
}

export interface Announcements {
  /**
   * Listens to the announcements of transactions of any process (decision 16), from the moment the promise resolves.
   * Returns a function that ends the listening. Throws when the database cannot be reached, and after `close`.
   */
  hear(listener: Listener): Promise<() => void>;
  /** Ends listening for all listeners. */
  close(): Promise<void>;
}

const STREAM_CLOSED = 'nothing is heard any more';

/** One connection listens for the whole process, from the first use on. */
export const announcements = memoizePerOwner((ctx: Context): Announcements => {
  const hearers = new Set<Listener>();
  let listening: Promise<Listening> | null = null;
  let closed = false;

  function announced(text: string): void {
    const [topic = '', input = ''] = text.split(' ');
    const ids = new Set(input.split(',').map(Number));
    for (const listener of hearers) listener.hear(topic, ids);
  }

  function onConnectionLost(): void {
    ctx.log.warn('the connection that hears changes was lost');
    listening = null;
    releaseAll();
  }

  function releaseAll(): void {
    const left = [...hearers];
    hearers.clear();
    for (const listener of left) listener.lost();
  }

  function start(): Promise<Listening> {
    const starting = ctx.db.listen(CHANNEL, { hear: announced, lost: onConnectionLost });
    starting.catch((error: unknown) => {
      // The log already has the outage.
      ctx.log[isDatabaseAway(error) ? 'debug' : 'error']({ err: error }, 'changes cannot be heard');
      listening = null;
    });
    return starting;
  }

  return {
    async hear(listener) {
      if (closed) throw new Error(STREAM_CLOSED);
      const connection = (listening ??= start());
      await connection;
      // It may be lost or ended by now.
      if (listening !== connection) throw new Error(STREAM_CLOSED);
      hearers.add(listener);
      return () => void hearers.delete(listener);
    },
    async close() {
      closed = true;
      releaseAll();
      const connection = listening;
      listening = null;
      await (await connection?.catch(() => null))?.stop();
    },
  };
});
