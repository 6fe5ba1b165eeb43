import { ConfigError, webAddress, wholeNumber } from '../environment.ts';

/** Access to `/metrics`. */
export interface MetricsConfig {
  /** A port of its own, which nothing else listens on. Null means none. */
  port: number | null;
  host: string;
  /** Token that `Authorization: Bearer` must have; null means that none is needed. */
  token: string | null;
  /** Also on the portal's own port: with a token, and in development. */
  onMainPort: boolean;
}

export interface TracesConfig {
  /** Address of a collector that takes OTLP over HTTP. */
  url: string;
  /** Share of all requests and jobs, 0 to 1. */
  share: number;
}

export function readTracesConfig(env: NodeJS.ProcessEnv): TracesConfig | null {
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

const TOKEN_LENGTH = 16;

/** Metrics reveal how much money is on its way, so production shows them only to authorised readers. */
export function readMetricsConfig(env: NodeJS.ProcessEnv, production: boolean): MetricsConfig {
  // METRICS_TOKEN [none: open outside production, 404 in it]: what `Authorization: Bearer` names, 16 characters or more.
  const token = env.METRICS_TOKEN || null;
  if (token && token.length < TOKEN_LENGTH)
    throw new ConfigError(`METRICS_TOKEN is a secret: it needs ${TOKEN_LENGTH} characters or more.`);
  return {
    // METRICS_PORT [none]: a port of its own for `/metrics` (`docs/operations/monitoring.md`).
    port: env.METRICS_PORT ? wholeNumber(env, 'METRICS_PORT', 0, 0, 65535) : null,
    // METRICS_HOST [loopback]: the address there.
    host: env.METRICS_HOST || '127.0.0.1',
    token,
    onMainPort: token !== null || !production,
  };
}
