import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

export interface FileAnswer {
  file: Buffer | Readable;
  /** Name that the browser saves it under. */
  name: string;
  mime: string;
  /** Shown in the browser instead of saved: only what we made ourselves. */
  inline?: boolean;
  headers?: Record<string, string>;
}

/** A stream of server-sent events, already written as such. It ends when the stream does. */
export interface EventsAnswer {
  events: Readable;
}

/** Nothing between us and the browser may keep events back, and a stream that has ended leaves no connection behind. */
export function sendEvents(reply: FastifyReply, { events }: EventsAnswer): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    .send(events);
}

/** A file with an `etag` that the caller has already is not sent again: 304. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): FastifyReply {
  const { etag } = answer.headers ?? {};
  if (etag !== undefined && isKnown(etag, request.headers['if-none-match'])) {
    const { 'content-encoding': _, ...headers } = answer.headers ?? {};
    return reply.headers(headers).code(304).send();
  }
  const kind = answer.inline ? 'inline' : 'attachment';
  const ascii = answer.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return reply
    .headers({
      'content-type': answer.mime,
      'content-disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(answer.name)}`,
      ...answer.headers,
    })
    .send(answer.file);
}

/** Weak comparison (RFC 9110 section 13.1.2). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}
