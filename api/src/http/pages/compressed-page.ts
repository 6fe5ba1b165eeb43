import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that many requests get. */
export interface CompressedPage {
  html: string;
  /** Text that a browser can draw before it has the rest: the beginning of `html`, or nothing. */
  firstScreen?: string;
  /** Compressed once at the highest level, the first screen and the rest; null until that is done. */
  brotli: Buffer[] | null;
}

/** Lets the page be compressed; requests that come before get it as it is. */
export function compressPage<Page extends CompressedPage>(page: Page): Page {
  void compressInParts(page).then((parts) => {
    page.brotli = parts;
  });
  return page;
}

/** Sends it compressed to a browser that takes that. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedPage,
): FastifyReply {
  reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' });
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!page.brotli || !takesBrotli) return reply.send(page.html);
  const [first, ...rest] = page.brotli;
  reply.header('content-encoding', 'br');
  return reply.send(rest.length > 0 ? Readable.from(sendInTurns(page.brotli)) : first);
}

/** Returns one stream in two parts: a browser reads the first screen from the first part alone. */
async function compressInParts({ html, firstScreen = '' }: CompressedPage): Promise<Buffer[]> {
  const brotli = createBrotliCompress();
  const parts: Buffer[][] = [[]];
  brotli.on('data', (data: Buffer) => parts.at(-1)?.push(data));
  if (firstScreen) {
    brotli.write(firstScreen);
    await new Promise<void>((resolve) => brotli.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
    parts.push([]);
  }
  brotli.end(html.slice(firstScreen.length));
  await finished(brotli);
  return parts.map((part) => Buffer.concat(part));
}

/** Lets each part leave by itself. A browser would read two parts that arrive together as one. */
async function* sendInTurns(parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    yield part;
    await nextTurn();
  }
}
