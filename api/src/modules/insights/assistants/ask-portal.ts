import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../../errors.ts';

export interface AssistantKey {
  /** Text as it came, without `Bearer`. */
  text: string;
  ip: string;
}

/** The envelope of a call, read as an outside program reads it. */
export interface ReplyEnvelope {
  data: unknown;
  meta?: unknown;
}

/** Headers that name the calls left to the key, this call already subtracted. */
const SHARE_HEADERS = ['ratelimit-remaining', 'ratelimit-reset'] as const;

/**
 * Makes one of the portal's own calls by a key, inside the process: its scopes, company, limits and lines of the log are
 * those of the call itself. `outer` then returns the remaining limits. Refuses as the call does.
 */
export async function askPortal(
  app: FastifyInstance,
  key: AssistantKey & { outer: FastifyReply },
  args: { path: string; query?: Record<string, string | number | undefined> },
): Promise<ReplyEnvelope> {
  const query = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const reply = await app.inject({
    method: 'GET',
    url: args.path,
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${key.text}`, accept: 'application/json' },
    remoteAddress: key.ip,
  });
  for (const name of SHARE_HEADERS) {
    const value = reply.headers[name];
    if (value !== undefined) key.outer.header(name, value);
  }
  const envelope = reply.json<ReplyEnvelope & { message?: string }>();
  if (reply.statusCode !== 200)
    throw new Refusal(reply.statusCode, 'call-refused', envelope.message ?? 'Не получилось');
  return envelope;
}
