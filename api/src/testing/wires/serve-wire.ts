import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** The answer of an external service's fake. `silence` never answers, `break` cuts the connection. */
export type WireReply =
  | { status?: number; headers?: Record<string, string>; body: string | object }
  | 'silence'
  | 'break';

export interface WireServer {
  url: string;
  /** All requests so far. */
  requests: WireRequest[];
  stop(): Promise<void>;
}

/** A local HTTP server that implements a service's documented protocol, to test a real adapter against. */
export async function serveWire(
  reply: (request: WireRequest) => WireReply | Promise<WireReply>,
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = http.createServer((incoming, outgoing) => void answer(incoming, outgoing));
  // A connection that is closed during a request looks like a lost answer, and a busy machine is slow.
  server.keepAliveTimeout = 0;

  async function answer(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const input = await reply(request);
    if (input === 'silence') return;
    if (input === 'break') return void incoming.socket.destroy();
    outgoing.writeHead(input.status ?? 200, {
      'content-type': 'application/json; charset=utf-8',
      ...input.headers,
    });
    outgoing.end(typeof input.body === 'string' ? input.body : JSON.stringify(input.body));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: http.IncomingMessage): Promise<WireRequest> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk as string;
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
}
