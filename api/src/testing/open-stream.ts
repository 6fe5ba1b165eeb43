import { sql } from 'kysely';
import { announcements } from '../modules/messaging/live/announcements.ts';
import type { TestApi } from './api.ts';

export interface OpenStream {
  status: number;
  type: string | null;
  /** The next event other than a comment: `changed ["cards"]`; null once the stream has ended. */
  next(): Promise<string | null>;
  /** Reads until each of the topics has been named. Throws when the stream ends before. */
  until(...topics: string[]): Promise<void>;
  leave(): void;
}

/**
 * Opens `GET /api/events` as a browser does and waits for its answer; a refusal has no events to read. Changes before the
 * opening are not reported.
 */
export async function openStream(
  api: TestApi,
  token?: string,
  named: Record<string, string> = {},
): Promise<OpenStream> {
  await drainAnnouncements(api);
  const leaving = new AbortController();
  const reply = await fetch(`${api.url}/api/events`, {
    headers: { ...named, ...(token ? { 'x-auth-token': token } : {}) },
    signal: leaving.signal,
  });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!event.startsWith(':')) return event.replace(/^event: (.*)\ndata: /, '$1 ');
        continue;
      }
      const part = await reader?.read();
      if (!part || part.done) return null;
      text += part.value;
    }
  }
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    next,
    async until(...topics) {
      const unnamed = new Set(topics);
      while (unnamed.size > 0) {
        const event = await next();
        if (event === null) throw new Error(`the stream ended before it named ${[...unnamed].join(', ')}`);
        for (const topic of topics) if (event.includes(`"${topic}"`)) unnamed.delete(topic);
      }
    },
    leave: () => leaving.abort(),
  };
}

/** Announcements arrive in the order of their transactions: once this one has, all earlier ones have too. */
async function drainAnnouncements(api: TestApi): Promise<void> {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const leave = await announcements(api.ctx).hear({
    hear: (topic) => topic === 'until-here' && resolve(),
    lost: resolve,
  });
  await sql`select pg_notify('changed', 'until-here 0')`.execute(api.ctx.db.system);
  await received;
  leave();
}
