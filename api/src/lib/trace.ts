import { SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

export { SpanKind };

/**
 * Runs something as a span of its request or job. Costs almost nothing while traces are not collected
 * (compose/metrics/export-traces.ts). Attributes name kinds of things, never a person, an address with its query, or a secret.
 */
export function withTrace<Result>(
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
