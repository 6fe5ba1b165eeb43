import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { transliterate } from '../lib/transliterate.ts';
import type { Answer, Call, EventsAnswer, FileAnswer, HandlerAnswer, WrittenAnswer } from './call.ts';
import { storeAnswer } from './request-key.ts';

/** Sends what the handler answers: a file, events, a written envelope, or data in an envelope that may be stored for a repeat. */
export async function sendAnswer<E extends AnyEndpoint>(
  ctx: Context,
  endpoint: E,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: HandlerAnswer<E>,
  storeUnder: Call<E>['requestKey'],
): Promise<FastifyReply> {
  if ('file' in answer) return sendFile(request, reply, answer);
  if ('events' in answer) return sendEvents(reply, answer);
  if ('written' in answer) {
    if (ctx.config.checkReplies)
      toEnvelope(ctx, endpoint, JSON.parse(answer.written.toString()) as Answer<E>);
    return sendWritten(reply, answer);
  }
  const envelope = toEnvelope(ctx, endpoint, answer as Answer<E>);
  if (storeUnder) await storeAnswer(ctx, storeUnder, envelope);
  return reply
    .headers((answer as Answer<E>).headers ?? {})
    .code(200)
    .send(envelope);
}

const NOTHING = z.undefined();

/** Puts an answer into its envelope. Where replies are checked, one that its call does not declare is a mistake of ours. */
export function toEnvelope<E extends AnyEndpoint>(
  ctx: Context,
  endpoint: E,
  answer: Answer<E>,
): Record<string, unknown> {
  if (ctx.config.checkReplies) {
    endpoint.data?.parse(answer.data);
    endpoint.meta?.parse(answer.meta);
    (endpoint.top ?? NOTHING).parse(answer.top);
  }
  return { code: 200, data: answer.data, ...(answer.meta ? { meta: answer.meta } : {}), ...answer.top };
}

/** No proxy may buffer the events, and the connection closes with the stream. */
function sendEvents(reply: FastifyReply, { events }: EventsAnswer): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    .send(events);
}

function sendWritten(reply: FastifyReply, { written }: WrittenAnswer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(written);
}

/** A file whose `etag` the caller has already is not sent again: 304. */
function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): FastifyReply {
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
  const stripWeakMark = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || stripWeakMark(tag) === stripWeakMark(etag));
}
