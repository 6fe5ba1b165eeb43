import { ConfigError, webAddress } from './environment.ts';

export interface TracesConfig {
  /** Of a collector that takes OTLP over HTTP. */
  url: string;
  /** Of all requests and jobs, 0 to 1. */
  share: number;
}

export function tracesOf(env: NodeJS.ProcessEnv): TracesConfig | null {
  // OTEL_EXPORTER_OTLP_ENDPOINT [none]: a collector of OpenTelemetry traces (OTLP over HTTP), such as `http://127.0.0.1:4318`.
  const url = webAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  // OTEL_TRACES_SAMPLER_ARG [`0.1`]: which share of requests and jobs is traced, 0 to 1.
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 0.1);
  if (!(share >= 0 && share <= 1))
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER_ARG=${env.OTEL_TRACES_SAMPLER_ARG} is no share between 0 and 1.`,
    );
  return url === null ? null : { url: url.replace(/\/+$/, ''), share };
}
