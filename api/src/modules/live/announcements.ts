import type { Context } from '../../context.ts';
import type { Listening } from '../../db/listen.ts';
import { madeOnce } from '../../lib/made-once.ts';

/** The channel on which transactions announce what they change (migrations 075, 095, 096): `<topic> <id>,<id>,…`. */
const CHANNEL = 'changed';

export interface Hearer {
  hear(topic: string, ids: ReadonlySet<number>): void;
  /** Nothing is heard any more: what was announced since may have been missed. */
  lost(): void;
}

export interface Announcements {
  /**
   * Hears what the transactions of any process announce (decision 16), from when it answers. Answers the function that ends
   * it. Throws when the database cannot be reached, and after the end.
   */
  hear(hearer: Hearer): Promise<() => void>;
  /** Nobody hears anything any more. */
  close(): Promise<void>;
}

const OVER = 'nothing is heard any more';

/** One connection hears for all of this process, from the first one on. */
export const announcements = madeOnce((ctx: Context): Announcements => {
  const hearers = new Set<Hearer>();
  let listening: Promise<Listening> | null = null;
  let closed = false;

  function announced(text: string): void {
    const [topic = '', said = ''] = text.split(' ');
    const ids = new Set(said.split(',').map(Number));
    for (const hearer of hearers) hearer.hear(topic, ids);
  }

  function lost(): void {
    ctx.log.warn('the connection that hears changes was lost');
    listening = null;
    letAllGo();
  }

  function letAllGo(): void {
    const left = [...hearers];
    hearers.clear();
    for (const hearer of left) hearer.lost();
  }

  function start(): Promise<Listening> {
    const starting = ctx.db.listen(CHANNEL, { hear: announced, lost });
    starting.catch((error: unknown) => {
      ctx.log.error({ err: error }, 'changes cannot be heard');
      listening = null;
    });
    return starting;
  }

  return {
    async hear(hearer) {
      if (closed) throw new Error(OVER);
      const connection = (listening ??= start());
      await connection;
      // It may have been lost, or ended, by now.
      if (listening !== connection) throw new Error(OVER);
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    async close() {
      closed = true;
      letAllGo();
      const connection = listening;
      listening = null;
      await (await connection?.catch(() => null))?.stop();
    },
  };
});
