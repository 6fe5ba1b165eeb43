import { Readable } from 'node:stream';
import { can } from '#contract/access.ts';
import {
  CHANGE_TOPICS,
  STREAM_EVENT,
  STREAMS_PER_SESSION,
  type ChangeTopic,
} from '#contract/messaging/live.ts';
import type { Context } from '../../../context.ts';
import { notAllowed, unavailable } from '../../../errors.ts';
import { isHalf } from '../../../http/assert-factor.ts';
import { findOpenSessions, type Session } from '../../../http/session.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { announcements } from './announcements.ts';

const MAX_STREAMS = 5000;
/** Maximum unread data of a reader beyond what the connection itself buffers. */
const UNREAD_BYTES = 16 * 1024;

interface Stream {
  sessionId: number;
  userId: number;
  companyId: number;
  /** The company as the request has named it; null: the stream ends when its session enters another one. */
  namedCompanyId: number | null;
  out: Readable;
}

export interface LiveStreams {
  /** Opens a stream for a session. Throws 503 while listening is impossible, or when too many are open. */
  open(session: Session): Promise<Readable>;
  /** Ends the streams of sessions that are over, and sends the others a sign of life. */
  checkAfter(): Promise<void>;
  /** Ends all streams; no more are opened. */
  close(): void;
}

/** The open streams of this process. */
export const liveStreams = memoizePerOwner((ctx: Context): LiveStreams => {
  const streams = new Set<Stream>();
  /**
   * Topics to publish at the end of this turn of the event loop, because a transaction's announcements arrive together.
   */
  const untold = new Map<Stream, Set<ChangeTopic>>();
  let listening: Promise<unknown> | null = null;
  let closed = false;

  async function open(session: Session): Promise<Readable> {
    if (!session.company) throw notAllowed();
    if (closed || streams.size >= MAX_STREAMS) throw unavailable(UPDATES_UNAVAILABLE);
    await (listening ??= startListening());
    const stream = addStream(session, session.company.id);
    // The reader may have left since the session was checked.
    await endStale([stream]);
    return stream.out;
  }

  function addStream(session: Session, companyId: number): Stream {
    const own = [...streams].filter((item) => item.sessionId === session.id && item.companyId === companyId);
    const tooMany = Math.max(0, own.length + 1 - STREAMS_PER_SESSION);
    for (const oldest of own.slice(0, tooMany)) end(oldest);
    const out = new Readable({ read() {}, highWaterMark: UNREAD_BYTES });
    const namedCompanyId = session.namesCompany ? companyId : null;
    const stream = { sessionId: session.id, userId: session.userId, companyId, namedCompanyId, out };
    streams.add(stream);
    out.once('close', () => streams.delete(stream));
    writeToStream(stream, eventText(STREAM_EVENT.open, []));
    return stream;
  }

  function startListening(): Promise<unknown> {
    return announcements(ctx)
      .hear({ hear: receive, lost: onConnectionLost })
      .catch(() => {
        listening = null;
        throw unavailable(UPDATES_UNAVAILABLE);
      });
  }

  /** A reader who reconnects reloads everything, so nothing announced meanwhile is missed. */
  function onConnectionLost(): void {
    listening = null;
    for (const stream of streams) end(stream);
  }

  function receive(topic: string, ids: ReadonlySet<number>): void {
    if (topic === 'session') return check((stream) => ids.has(stream.sessionId));
    if (topic === 'user') {
      check((stream) => ids.has(stream.userId));
      return queueChange('profile', (stream) => ids.has(stream.userId));
    }
    if (topic === 'notices') return queueChange(topic, (stream) => ids.has(stream.userId));
    if (isTopic(topic)) queueChange(topic, (stream) => ids.has(stream.companyId));
  }

  function queueChange(topic: ChangeTopic, concerns: (stream: Stream) => boolean): void {
    for (const stream of streams) {
      if (!concerns(stream)) continue;
      if (untold.size === 0) setImmediate(flushChanges);
      untold.set(stream, (untold.get(stream) ?? new Set()).add(topic));
    }
  }

  function flushChanges(): void {
    for (const [stream, topics] of untold)
      writeToStream(stream, eventText(STREAM_EVENT.changed, [...topics]));
    untold.clear();
  }

  function check(concerns: (stream: Stream) => boolean): void {
    const some = [...streams].filter(concerns);
    if (some.length === 0) return;
    void endStale(some).catch((error: unknown) => {
      // A session that can't be checked gets no more events.
      ctx.log.error({ err: error }, 'sessions of streams were not looked up');
      for (const stream of some) end(stream);
    });
  }

  async function endStale(some: readonly Stream[]): Promise<void> {
    const sessions = await findOpenSessions(
      ctx,
      some.map(({ sessionId, namedCompanyId }) => ({ sessionId, companyId: namedCompanyId })),
    );
    for (const [index, stream] of some.entries()) {
      const session = sessions[index];
      if (session?.company?.id === stream.companyId && can(session.role, 'read') && !isHalf(session))
        continue;
      writeToStream(stream, eventText(STREAM_EVENT.ended, []));
      end(stream);
    }
  }

  async function checkAll(): Promise<void> {
    if (streams.size === 0) return;
    await endStale([...streams]);
    for (const stream of streams) writeToStream(stream, HEARTBEAT);
  }

  /**
   * Writes to a reader. A reader that does not keep up is disconnected instead of waited for, and reloads everything
   * after reconnecting.
   */
  function writeToStream(stream: Stream, text: string): void {
    if (stream.out.readableEnded || stream.out.destroyed || !streams.has(stream)) return;
    if (!stream.out.push(text)) {
      streams.delete(stream);
      stream.out.destroy();
    }
  }

  function end(stream: Stream): void {
    if (streams.delete(stream)) stream.out.push(null);
  }

  return {
    open,
    checkAfter: checkAll,
    close() {
      closed = true;
      for (const stream of streams) end(stream);
    },
  };
});

const UPDATES_UNAVAILABLE = 'Обновления на экране временно недоступны';

const HEARTBEAT = ':\n\n';

function eventText(name: string, topics: readonly ChangeTopic[]): string {
  return `event: ${name}\ndata: ${JSON.stringify(topics)}\n\n`;
}

function isTopic(text: string): text is ChangeTopic {
  return (CHANGE_TOPICS as readonly string[]).includes(text);
}
