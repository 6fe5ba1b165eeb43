import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { getAddressBlock } from '../../lib/get-address-block.ts';
import { onceAMinute } from '../../lib/turns/once-a-minute.ts';

/** Paths that monitoring requests every few seconds. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics']);

/** Statuses of answers to a path that does not exist, also by another method, and to a caller who tries too many. */
const MISSING = new Set([404, 405, 429]);

/**
 * Our own: one that the caller brings could name another's request. It begins with its time, so that the index of the
 * log's lines grows at its end: an id of random bytes alone costs the database 7 µs more a line.
 */
export function newRequestId(now: Date): string {
  const random = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');
  return `${now.getTime().toString(36)}${random.slice(8)}`;
}

/**
 * Logs one line for each request, with the id that its answer carries in `X-Request-Id` and its lines in the audit log.
 * The route is the pattern, never the address, because an address may contain a ticket. Unknown paths leave one line a
 * minute and address. Otherwise a scanner of thousands of paths would flood the log.
 */
export function logRequests(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  const limitMissingLogs = onceAMinute(ctx.clock);
  app.addHook('onResponse', async (request, reply) => {
    const isMissing = request.is404 && MISSING.has(reply.statusCode);
    const leftOut = isMissing ? limitMissingLogs(getAddressBlock(request.ip)) : 0;
    if (leftOut === null) return;
    const route = request.routeOptions.url ?? 'none';
    ctx.log[WATCHED.has(route) ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(isMissing && { ip: request.ip, leftOut }),
        ...(request.callerId !== undefined && { userId: request.callerId }),
      },
      'request',
    );
  });
}
