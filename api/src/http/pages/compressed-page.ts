import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that many requests get. */
export interface CompressedPage {
  html: string;
  /** Compressed once at the highest level; null until that is done. */
  brotli: Buffer | null;
}

const compress = promisify(brotliCompress);

/** Lets the page be compressed; requests that come before get it as it is. */
export function compressPage<Page extends CompressedPage>(page: Page): Page {
  void compress(page.html).then((brotli) => {
    page.brotli = brotli;
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
  return reply.header('content-encoding', 'br').send(page.brotli);
}
