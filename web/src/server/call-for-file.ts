import type { AnyEndpoint } from '#contract/endpoint.ts';
import {
  CallFailed,
  readReply,
  toFailure,
  NO_CONNECTION,
  send,
  withFreshCode,
  type CallInput,
} from './client.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** Makes a call that returns a file. An interrupted download is a failure, never half a file. */
export function callForFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  onProgress: (bytes: number) => void = () => {},
): Promise<{ file: Blob; name: string | null }> {
  return withFreshCode(endpoint, () => fileOnce(endpoint, input, onProgress));
}

async function fileOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (bytes: number) => void,
): Promise<{ file: Blob; name: string | null }> {
  const wait = waitForAnswer(input);
  try {
    const reply = await send(endpoint, { ...input, signal: wait.signal }).catch(() => {
      throw new CallFailed(0, NO_CONNECTION);
    });
    const type = reply.headers.get('content-type') ?? '';
    // JSON that is no attachment is a refusal, and HTML a page of something between us and the server.
    const isNoFile =
      /^text\/html\b/.test(type) || (/^application\/json\b/.test(type) && !isAttachment(reply));
    if (!reply.ok || isNoFile) throw toFailure(reply, await readReply(reply));
    let bytes = 0;
    const parts = await readParts(reply, (length) => {
      wait.received();
      bytes += length;
      onProgress(bytes);
    });
    return { file: new Blob(parts, { type }), name: fileName(reply.headers.get('content-disposition')) };
  } finally {
    wait.end();
  }
}

function isAttachment(reply: Response): boolean {
  return reply.headers.get('content-disposition')?.startsWith('attachment') ?? false;
}

/** The whole body. One that broke off, or fell silent, counts as no answer at all. */
async function readParts(
  reply: Response,
  onPart: (length: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = reply.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      onPart(part.value.length);
    }
  } catch {
    throw new CallFailed(0, NO_CONNECTION);
  }
  return parts;
}

/** `attachment; filename="a.csv"; filename*=UTF-8''%D0%B0.csv`: the second name if there is one. */
function fileName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null;
}
