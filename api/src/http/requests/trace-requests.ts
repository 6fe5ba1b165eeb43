import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span;
  }
}

/**
 * Creates a span for each request. It has the route's pattern, never the address, because an address may contain a
 * ticket. A caller's `traceparent` is ignored. Otherwise callers who name their own trace would choose that it is
 * collected.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'magistral.request_id': request.id,
    };
    const name = `${request.method} ${route}`;
    const span = trace.getTracer('magistral').startSpan(name, { kind: SpanKind.SERVER, attributes });
    request.span = span;
    context.with(trace.setSpan(context.active(), span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR });
    request.span?.end();
  });
}
