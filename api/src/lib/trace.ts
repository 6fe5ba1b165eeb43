import { SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

export { SpanKind };

/**
 * Does something as a span of the request or job that it belongs to. Costs next to nothing while nobody collects traces
 * (compose/export-traces.ts). Attributes name kinds of things, never a person, an address with its query, or a secret.
 */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  return trace.getTracer('magistral').startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  });
}
