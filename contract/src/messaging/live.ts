import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Changes that the server announces to the screens (docs/specification.md 3). */

/** Subjects of a change. `profile` is the listener's own: role, name or company. So are `notices`. */
export const CHANGE_TOPICS = [
  'cards',
  'balances',
  'operations',
  'requests',
  'invoices',
  'documents',
  'drivers',
  'vehicles',
  'colleagues',
  'company',
  'profile',
  'notices',
] as const;

export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** An idle stream sends a comment this often. A stream that is silent for longer is dead. */
export const STREAM_BEAT_SECONDS = 20;
/** When a session opens one more for a company, its oldest stream of that company ends, because its browser is most likely gone. */
export const STREAMS_PER_SESSION = 4;

/** Names of the stream's events. `ended` is the last one: the session is over, or its user may no longer read. */
export const STREAM_EVENT = { open: 'open', changed: 'changed', ended: 'ended' } as const;

/**
 * A stream of server-sent events about the caller's company. `open` comes first. `changed` lists topics, never the
 * data, once the change is committed. `ended` means that the session is over. Comments come in between. Listening does
 * not prolong the session. Authorised by the header only, so browsers read it with `fetch`. Refuses: 401, 403 without a
 * role, 503 while the server itself cannot listen.
 */
export const followChanges = endpoint({
  name: 'followChanges',
  method: 'GET',
  path: '/api/events',
  summary: 'Tells what of the company’s has changed, as it changes',
  caller: 'read',
  kind: 'events',
  data: z.array(z.enum(CHANGE_TOPICS)),
  source: 'docs/specification.md 3',
});
