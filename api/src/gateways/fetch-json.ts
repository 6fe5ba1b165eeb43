import type { Method } from '#contract/endpoint.ts';
import { SpanKind, withTrace } from '../lib/trace.ts';

/** The service could not be reached, broke off, or took too long: what it did is unknown. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable';
}

export interface JsonRequest {
  method: Exclude<Method, 'DELETE'>;
  headers?: Record<string, string>;
  /** A form is sent as `application/x-www-form-urlencoded`, bytes as they are, anything else as JSON. */
  body?: URLSearchParams | Uint8Array<ArrayBuffer> | object;
  /** Time limit of the whole call, including the answer's body. */
  timeLimitMs: number;
}

export interface JsonReply {
  status: number;
  /** Undefined when the answer is not JSON. */
  body: unknown;
  /** `Retry-After` in seconds, if the service sends it. */
  retryAfterSeconds?: number;
  headers: Headers;
}

const REPLY_MAX_BYTES = 10 * 1024 * 1024;

/**
 * One call to an outside service, used by the real adapters. Any HTTP status is an answer. Throws ServiceUnreachable,
 * whose message names the host only: addresses and bodies may contain keys, phones and codes.
 */
export function fetchJson(url: string, request: JsonRequest): Promise<JsonReply> {
  const { host } = new URL(url);
  const attributes = { 'http.request.method': request.method, 'server.address': host };
  return withTrace(`${request.method} ${host}`, attributes, () => ask(url, request), SpanKind.CLIENT);
}

async function ask(url: string, request: JsonRequest): Promise<JsonReply> {
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: { accept: 'application/json', ...contentType(request.body), ...request.headers },
      body: sent(request.body),
      // A redirect must not carry a key to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeLimitMs),
    });
    const retryAfter = Number(response.headers.get('retry-after') ?? '');
    return {
      status: response.status,
      body: parseJson((await readBytes(response, REPLY_MAX_BYTES)).toString('utf8')),
      ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
      headers: response.headers,
    };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const what = late ? `no answer within ${request.timeLimitMs} ms` : 'the connection failed';
    throw new ServiceUnreachable(`${new URL(url).host}: ${what}`, { cause: error });
  }
}

function sent(body: JsonRequest['body']): URLSearchParams | Uint8Array<ArrayBuffer> | string | undefined {
  if (body instanceof URLSearchParams || body instanceof Uint8Array) return body;
  return body && JSON.stringify(body);
}

function contentType(body: JsonRequest['body']): Record<string, string> {
  return typeof sent(body) === 'string' ? { 'content-type': 'application/json' } : {};
}

/** Reads an answer's body. Throws when it has more bytes than that. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
