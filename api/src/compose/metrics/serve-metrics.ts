import { createServer } from 'node:http';
import { ConfigError } from '../../environment.ts';
import type { Context } from '../../context.ts';
import { readMetrics } from './metrics.ts';

/** `/metrics` on a port of its own, behind the same token. Null means that none is configured. */
export async function serveMetrics(ctx: Context): Promise<{ port: number; stop(): Promise<void> } | null> {
  const { port, host } = ctx.config.metrics;
  if (port === null) return null;
  const server = createServer((request, response) => {
    const known = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!known) return void response.writeHead(404).end();
    readMetrics(ctx, request.headers.authorization).then(
      ({ status, headers, text }) => response.writeHead(status, headers).end(text),
      (error: unknown) => {
        ctx.log.error({ err: error }, 'the metrics could not be told');
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError(`Port ${port} is in use by another program; METRICS_PORT names another one.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
