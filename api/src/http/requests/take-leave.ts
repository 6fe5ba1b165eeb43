import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when the process is about to stop. */
    leave: { isMeant: boolean };
  }
}

/** A process that is about to stop asks each client for a new connection, which its balancer leads elsewhere. */
export function prepareLeave(app: FastifyInstance): void {
  const leave = { isMeant: false };
  app.decorate('leave', leave);
  app.addHook('onSend', async (_request, reply) => {
    if (leave.isMeant) reply.header('connection', 'close');
  });
}

/**
 * Reports by `/healthz` and `/readyz` that the process stops, and goes on answering until the balancer has noticed
 * that, so that no client is refused a connection.
 */
export async function takeLeave(app: FastifyInstance, drainMs: number): Promise<void> {
  app.leave.isMeant = true;
  if (drainMs > 0) await sleep(drainMs);
}
