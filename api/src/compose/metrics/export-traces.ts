import { readFileSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import type { Config } from '../../config/config.ts';

const STOP_MS = 5_000;

/**
 * Sends spans of requests, transactions, jobs and calls to outside services to an OpenTelemetry collector (OTLP over
 * HTTP), where one is configured. Spans that can't be sent are dropped, so no work waits for the collector.
 */
export async function exportTraces({ traces }: Config): Promise<{ stop(): Promise<void> } | null> {
  if (!traces) return null;
  // Loaded only where they are wanted.
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as {
    version: string;
  };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'magistral', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traces.share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${traces.url}/v1/traces` }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      // A collector that does not answer must not keep the process alive.
      await Promise.race([
        provider.shutdown(),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ]);
      trace.disable();
      context.disable();
    },
  };
}
