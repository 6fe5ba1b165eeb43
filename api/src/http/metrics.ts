import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { AnswerTimes } from './answer-times.ts';
import { sendCallHeaders } from './call-headers.ts';
import { findReadiness } from './readiness.ts';

/** What the process reports about itself: `/healthz` it is alive, `/readyz` it can work, `/metrics` its figures. */
export function countRequests(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const times = new AnswerTimes();
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the URL: a URL may contain a ticket.
    const route = request.routeOptions.url ?? 'none';
    times.add({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const bare = { onRequest: sendCallHeaders };
  // Not limited: whoever watches the process may share an address with its customers, and restarts what does not answer.
  app.get('/healthz', { ...bare, config: { rateLimit: false } }, async () => ({
    code: 200,
    data: { alive: true },
  }));
  app.get('/readyz', bare, async (_request, reply) => {
    const readiness = await findReadiness(ctx);
    const code = readiness.ready ? 200 : 503;
    return reply.code(code).send({ code, data: readiness });
  });
  app.get('/metrics', bare, async (_request, reply) =>
    reply.type(registry.contentType).send((await registry.metrics()) + times.text()),
  );
}
