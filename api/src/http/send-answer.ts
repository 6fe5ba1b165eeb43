import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { transliterate } from '../lib/transliterate.ts';

export interface FileAnswer {
  file: Buffer | Readable;
  /** The name under which the browser saves it. */
  name: string;
  mime: string;
  /** Show it in the browser instead of saving it: only for files we made ourselves. */
  inline?: boolean;
  headers?: Record<string, string>;
}

/** A stream of server-sent events, already formatted. The answer ends with the stream. */
export interface EventsAnswer {
  events: Readable;
}

/** The whole envelope, written already: for long lists that programs read page after page. */
export interface WrittenAnswer {
  written: Buffer;
}

/** No proxy may buffer the events, and the connection closes with the stream. */
export function sendEvents(reply: FastifyReply, { events }: EventsAnswer): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    .send(events);
}

export function sendWritten(reply: FastifyReply, { written }: WrittenAnswer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(written);
}

/** A file whose `etag` the caller has already is not sent again: 304. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): FastifyReply {
  const { etag } = answer.headers ?? {};
  if (etag !== undefined && isKnown(etag, request.headers['if-none-match'])) {
    const { 'content-encoding': _, ...headers } = answer.headers ?? {};
    return reply.headers(headers).code(304).send();
  }
  const kind = answer.inline ? 'inline' : 'attachment';
  const ascii = transliterate(answer.name).replace(/["\\]/g, '_');
  return reply
    .headers({
      'content-type': answer.mime,
      'content-disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${parameterText(answer.name)}`,
      ...answer.headers,
    })
    .send(answer.file);
}

/** RFC 8187 allows fewer signs here than an address may have; strict clients drop a name with one of the others. */
function parameterText(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Weak comparison (RFC 9110 section 13.1.2). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}
