import { serveWire, type WireReply, type WireRequest, type WireServer } from './serve-wire.ts';

export interface FakeNetwork {
  url: string;
  requests: WireRequest[];
  /** Returns how often a path with this ending was called, of those with this beginning. */
  countCalls(pathEnd: string, pathStart?: string): number;
  /** Sets the answer to the next call whose path has this ending; `lost` does what was asked and cuts the connection. */
  stumble(pathEnd: string, how: WireReply | 'lost'): void;
  /** Forgets the answers that were set and not given. */
  calm(): void;
  stop(): Promise<void>;
}

/** A local server that implements a fuel network's documented protocol, stores its state, and fails when a test wants it to. */
export async function serveNetwork(
  answer: (path: string, fields: URLSearchParams, request: WireRequest) => WireReply,
): Promise<FakeNetwork> {
  const stumbles: { pathEnd: string; how: WireReply | 'lost' }[] = [];
  const server: WireServer = await serveWire((request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://network');
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(request.body)]);
    const at = stumbles.findIndex(({ pathEnd }) => pathname.endsWith(pathEnd));
    const [stumble] = at < 0 ? [] : stumbles.splice(at, 1);
    if (!stumble) return answer(pathname, fields, request);
    if (stumble.how !== 'lost') return stumble.how;
    answer(pathname, fields, request);
    return 'break';
  });
  return {
    url: server.url,
    requests: server.requests,
    countCalls: (pathEnd, pathStart = '/') =>
      server.requests
        .map((request) => new URL(request.path, 'http://network').pathname)
        .filter((path) => path.startsWith(pathStart) && path.endsWith(pathEnd)).length,
    stumble: (pathEnd, how) => stumbles.push({ pathEnd, how }),
    calm: () => void stumbles.splice(0),
    stop: () => server.stop(),
  };
}
