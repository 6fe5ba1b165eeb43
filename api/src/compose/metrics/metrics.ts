import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { memoizePerOwner } from '../../lib/turns/memoize-per-owner.ts';
import { hashSha256, sameHash } from '../../lib/secrets.ts';
import { BusinessMetrics } from './business-metrics.ts';
import { sendCallHeaders } from '../../http/call-headers.ts';
import { nodeMetrics, processMetrics } from './process-metrics.ts';
import { findReadiness, type Readiness } from '../../http/requests/readiness.ts';

/** Upper bounds of the histogram of answers. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const measured = memoizePerOwner((ctx: Context) => {
  const process = processMetrics(ctx);
  const answers = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [process],
  });
  return { process, answers, business: new BusinessMetrics(ctx) };
});

/**
 * Serves what the process reports about itself: `/healthz` that it is alive, `/readyz` that it can work, `/metrics` its
 * figures.
 */
export function countRequests(app: FastifyInstance, ctx: Context): void {
  const { answers } = measured(ctx);
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the URL: a URL may contain a ticket.
    const route = request.routeOptions.url ?? 'none';
    answers.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const bare = { onRequest: sendCallHeaders };
  // Not rate limited. A monitoring system may share an address with customers, and it restarts what does not answer.
  app.get('/healthz', { ...bare, config: { rateLimit: false } }, async (_request, reply) => {
    const code = app.leave.isMeant ? 503 : 200;
    return reply.code(code).send({ code, data: { alive: true } });
  });
  app.get('/readyz', bare, async (_request, reply) => {
    const readiness = app.leave.isMeant ? STOPPING : await findReadiness(ctx);
    const code = readiness.ready ? 200 : 503;
    return reply.code(code).send({ code, data: readiness });
  });
  app.get('/metrics', bare, async (request, reply) => {
    if (!ctx.config.metrics.onMainPort) throw notFound('Такой страницы нет');
    const { status, headers, text } = await readMetrics(ctx, request.headers.authorization);
    return reply.code(status).headers(headers).send(text);
  });
}

const STOPPING: Readiness = { ready: false, cause: 'stopping' };

export interface MetricsAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Only callers who send the configured token get the metrics. */
export async function readMetrics(ctx: Context, authorization: string | undefined): Promise<MetricsAnswer> {
  const { token } = ctx.config.metrics;
  if (token !== null && !sameHash(hashSha256(authorization ?? ''), hashSha256(`Bearer ${token}`)))
    return { status: 401, headers: { 'www-authenticate': 'Bearer' }, text: '' };
  const { process, business } = measured(ctx);
  const parts = await Promise.all([nodeMetrics().metrics(), process.metrics(), business.text()]);
  return {
    status: 200,
    headers: { 'content-type': process.contentType },
    text: parts.join(''),
  };
}
