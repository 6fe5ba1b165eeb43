import { onTestFinished, vi } from 'vitest';

/** Answers each call of one test with the same envelope, and lists the calls that it gets. */
export function givenServer(envelope: object): { calls: { path: string; body: unknown }[] } {
  const calls: { path: string; body: unknown }[] = [];
  stubFetch(async (address, request) => {
    const path = new URL(String(address), 'http://portal').pathname;
    calls.push({ path, body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined });
    return Response.json(envelope);
  });
  return { calls };
}

/** Gives no call of one test an answer. */
export function givenSilentServer(): void {
  stubFetch(() => new Promise(() => {}));
}

function stubFetch(answer: (address: unknown, request?: RequestInit) => Promise<Response>): void {
  vi.stubGlobal('fetch', answer);
  onTestFinished(() => void vi.unstubAllGlobals());
}
