import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { waitWhileAway } from '../db/wait-while-away.ts';
import { getRequestKeyHeader } from './request-key.ts';

/** They read nothing for themselves: a code is sent, an outside service asked. */
const READ_ONCE: ReadonlySet<string> = new Set(['sendSmsCode', 'buildRoute', 'checkInn']);

/**
 * Repeats a call whose database went away in the middle, where that is as harmless as its client's own repeat: a read,
 * or an action under a request key. Other calls fail at once, because their outcome is unknown.
 */
export function submitForApproval<Result>(
  ctx: Context,
  endpoint: AnyEndpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  make: () => Promise<Result>,
): Promise<Result> {
  if (!mayRepeat(endpoint, request)) return make();
  return waitWhileAway(make, ctx.timeouts, () => !reply.sent && !request.signal.aborted);
}

function mayRepeat(endpoint: AnyEndpoint, request: FastifyRequest): boolean {
  if (endpoint.file || (endpoint.kind ?? 'envelope') !== 'envelope') return false;
  if (endpoint.method === 'GET') return !READ_ONCE.has(endpoint.name);
  return endpoint.idempotent === true && getRequestKeyHeader(request) !== null;
}
