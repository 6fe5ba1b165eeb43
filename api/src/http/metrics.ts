import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isMigrated } from '../db/migrate.ts';
import type { Context } from '../context.ts';

/** What the process says of itself: `/healthz` it lives, `/readyz` it can work, `/metrics` how it does. */
export function countRequests(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer by route and status',
    // The route's pattern, never the URL: a URL may carry a ticket.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', async () => ({ code: 200, data: { alive: true } }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isMigrated(ctx.db.pool).catch(() => false);
    return reply.code(ready ? 200 : 503).send({ code: ready ? 200 : 503, data: { ready } });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
