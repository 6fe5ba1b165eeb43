import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the screens are told without asking: product 4, "every action answers at once". */

/** What may have changed. `profile` is the listener's own: his role, name or company. */
export const CHANGE_TOPICS = [
  'cards',
  'balances',
  'operations',
  'requests',
  'invoices',
  'documents',
  'drivers',
  'colleagues',
  'company',
  'profile',
] as const;

export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** A comment comes this often where nothing changes; a stream that is silent for longer is dead. */
export const STREAM_BEAT_SECONDS = 20;
/** One more, and the oldest of the session's streams ends: it is most likely one whose browser is gone. */
export const STREAMS_PER_SESSION = 4;

/** Names of the stream's events. `ended` is the last one: the session is over, or its person may no longer read. */
export const STREAM_EVENT = { open: 'open', changed: 'changed', ended: 'ended' } as const;

/**
 * A stream of server-sent events about the caller's company. `open` comes first; `changed` carries a list of topics,
 * never the things themselves, once they have been committed; `ended` says that the session is over. Comments come
 * between. The stream is no use of the session: it does not move its end. Authorised by the header alone, so browsers
 * read it by `fetch`. Refuses: 401, 403 without a role, 503 while the server itself hears nothing.
 */
export const followChanges = endpoint({
  name: 'followChanges',
  method: 'GET',
  path: '/api/events',
  summary: 'Tells what of the company’s has changed, as it changes',
  caller: 'read',
  kind: 'events',
  data: z.array(z.enum(CHANGE_TOPICS)),
  source: 'product 4',
});
