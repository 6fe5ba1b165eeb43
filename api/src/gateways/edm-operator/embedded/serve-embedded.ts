import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { runAsWork } from '../../../lib/current-work.ts';

export interface EmbeddedRequest {
  method: string;
  url: URL;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface EmbeddedReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/**
 * Serves an outside service's wire on this machine alone, at a port that the system gives. Its writes are not recorded
 * as work of ours, and it keeps no process alive.
 */
export async function serveEmbedded(
  reply: (request: EmbeddedRequest) => Promise<EmbeddedReply>,
): Promise<string> {
  const server = http.createServer((incoming, outgoing) => {
    void runAsWork(undefined, async () => {
      const input = await readRequest(incoming)
        .then(reply)
        .catch((error: unknown): EmbeddedReply => ({ status: 500, body: String(error) }));
      outgoing.writeHead(input.status ?? 200, {
        'content-type': 'application/json; charset=utf-8',
        ...input.headers,
      });
      outgoing.end(typeof input.body === 'string' ? input.body : JSON.stringify(input.body));
    });
  });
  server.on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readRequest(incoming: http.IncomingMessage): Promise<EmbeddedRequest> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk as string;
  return {
    method: incoming.method ?? '',
    url: new URL(incoming.url ?? '/', 'http://embedded'),
    headers: incoming.headers,
    body,
  };
}
