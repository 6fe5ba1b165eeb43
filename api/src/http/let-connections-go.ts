import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * A server that stops answers what it was asked, and lets each connection go with that: Node would keep it for the next
 * question, and the process would live on for a minute.
 */
export function letConnectionsGo(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
    app.server.once('close', () => clearInterval(timer));
  });
}
