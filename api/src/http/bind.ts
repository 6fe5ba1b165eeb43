import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AnyEndpoint, type EndpointData, listPaths } from '#contract/endpoint.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { assertAllowed, assertFreshCode } from './allow-call.ts';
import { isHalf } from './assert-factor.ts';
import { sendCallHeaders } from './call-headers.ts';
import { parseKeyHeader } from './calling-key.ts';
import { findKeyCaller } from './find-key.ts';
import { holdCall } from './hold-call.ts';
import { readCall } from './read-call.ts';
import { limitOfDay } from './limits-of-calls.ts';
import { takeOfDay } from './take-of-day.ts';
import { runAsCallWork, assertTraced, nameCaller, recordInput } from './call-work.ts';
import { findAnswer, keyIn, storeAnswer } from './request-key.ts';
import { makeOrHold } from './second-person.ts';
import { takeShare } from './shares-of-calls.ts';
import { sendEvents, sendFile, sendWritten } from './send-answer.ts';
import type { EventsAnswer, FileAnswer, WrittenAnswer } from './send-answer.ts';
import { type FoundCaller, findCaller, spendTicket } from './session.ts';
import type { Call } from './call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failureAlso?: AnyEndpoint['failureAlso'];
  }
}

/** The envelope's contents: `data`, and `top` next to it. */
interface Answer<E extends AnyEndpoint> {
  data: EndpointData<E>;
  meta?: EndpointMeta<E>;
  top?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface CallHabits {
  /**
   * If true, the handler finds the request key itself and rebuilds the same answer from the stored outcome. So nothing
   * is read before it and nothing stored after it (http/request-key.ts).
   */
  answersFromOutcome?: boolean;
  /** A limit per address that is lower than the limit for all calls (http/rate-limit.ts). */
  perMinute?: number;
}

type HandlerAnswer<E extends AnyEndpoint> = E extends { kind?: infer K }
  ? 'file' extends K
    ? FileAnswer | EventsAnswer | WrittenAnswer | Answer<E>
    : WrittenAnswer | Answer<E>
  : WrittenAnswer | Answer<E>;

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>;

/**
 * Binds a contract endpoint to its handler. In this order: who is calling, may they, what do they send, has this very
 * request been answered before; then the handler; then the envelope.
 */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
  { answersFromOutcome = false, perMinute }: CallHabits = {},
): void {
  const storesAnswers = endpoint.idempotent === true && !answersFromOutcome;
  if (endpoint.secondPerson) registerApprovableCall(app, ctx, endpoint, handler);
  for (const url of listPaths(endpoint)) {
    app.route({
      method: endpoint.method,
      url,
      config: {
        failureAlso: endpoint.failureAlso,
        ...(perMinute !== undefined && {
          rateLimit: { max: Math.min(perMinute, ctx.config.requestsPerMinute) },
        }),
      },
      // A HEAD would run the whole GET: it would use up a ticket or send a code.
      exposeHeadRoute: endpoint.caller === 'public',
      onRequest: sendCallHeaders,
      // The answer to a movement or an order is too short to be compressed.
      ...(endpoint.idempotent && { compress: false }),
      handler: (request, reply) =>
        holdCall(ctx, endpoint, { request, reply }, () =>
          runAsCallWork(endpoint, request, async (work) => {
            ctx.stagedFailures?.throwFor(endpoint.name);
            const key = storesAnswers ? keyIn(request) : null;
            const caller = visitorIfHalf(
              endpoint,
              await identifyCaller(ctx, endpoint, { request, reply }, key),
            );
            nameCaller(work, request, caller.session);
            await assertAllowed(ctx, endpoint, caller.session, request);
            const call = await readCall(endpoint, request, caller);
            const repeated = call.requestKey && findAnswer(call.requestKey);
            if (repeated) return reply.code(200).send(repeated);
            await assertFreshCode(ctx, endpoint, call);
            await takeShare(ctx, endpoint, { session: call.session, request, reply });
            recordInput(work, endpoint, call);
            const outcome = await makeOrHold(app, endpoint, call, async () => {
              await countOfDay(ctx, endpoint, call);
              return handler(call as Call<E>);
            });
            if ('held' in outcome)
              return reply.code(202).send({ code: 202, data: { approval: outcome.held } });
            const answer = outcome.made;
            recordUse(ctx, call);
            await assertTraced(ctx, endpoint, work);
            if ('file' in answer) return sendFile(request, reply, answer);
            if ('events' in answer) return sendEvents(reply, answer);
            if ('written' in answer) {
              if (ctx.config.checkReplies)
                toEnvelope(ctx, endpoint, JSON.parse(answer.written.toString()) as Answer<E>);
              return sendWritten(reply, answer);
            }
            const envelope = toEnvelope(ctx, endpoint, answer as Answer<E>);
            if (call.requestKey && storesAnswers) await storeAnswer(ctx, call.requestKey, envelope);
            return reply
              .headers((answer as Answer<E>).headers ?? {})
              .code(200)
              .send(envelope);
          }),
        ),
    });
  }
}

function registerApprovableCall<E extends AnyEndpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
): void {
  app.secondPerson.deeds.set(endpoint.name, {
    endpoint,
    carryOut: async (call) => {
      const answer = (await handler(call as Call<E>)) as Answer<E>;
      return toEnvelope(ctx, endpoint, answer).data;
    },
  });
}

async function countOfDay(
  ctx: Context,
  { name }: AnyEndpoint,
  { session }: Call<AnyEndpoint>,
): Promise<void> {
  const limit = limitOfDay(name, ctx.config);
  if (!limit || !session?.company) return;
  const now = ctx.clock.now();
  await takeOfDay(ctx.db.system, { ...limit, what: name, whose: session.company.id, now });
}

async function identifyCaller(
  ctx: Context,
  endpoint: AnyEndpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  key: string | null,
): Promise<FoundCaller> {
  const header = request.headers['x-auth-token'];
  if (typeof header === 'string' && header !== '') return findCaller(ctx, { accessToken: header, key });
  const text = endpoint.caller === 'public' ? null : parseKeyHeader(request.headers.authorization);
  if (text !== null) return findKeyCaller(ctx, { text, ip: request.ip, reply }, key);
  const query = (request.query as Record<string, unknown>).xAuthToken;
  if (endpoint.kind !== 'file' || typeof query !== 'string' || query === '') return ANONYMOUS;
  const session = await spendTicket(ctx, query, pathWithoutTicket(request.url));
  if (session) return { session, earlier: null };
  return ctx.config.querySessionToken ? findCaller(ctx, { accessToken: query, key }) : ANONYMOUS;
}

/** Drops the session at a public call while it still has to be confirmed, because it does not prove who is calling. */
function visitorIfHalf(endpoint: AnyEndpoint, caller: FoundCaller): FoundCaller {
  return endpoint.caller === 'public' && caller.session && isHalf(caller.session) ? ANONYMOUS : caller;
}

const ANONYMOUS: FoundCaller = { session: null, earlier: null };

/**
 * `/api/x?sum=1%20500&xAuthToken=t` → `/api/x?sum=1+500`: what the ticket was issued for. Who asks for the ticket and who
 * opens the link may escape the same signs differently.
 */
export function pathWithoutTicket(url: string): string {
  const [path = '', ...query] = url.split('?');
  const rest = new URLSearchParams(query.join('?'));
  rest.delete('xAuthToken');
  return rest.size > 0 ? `${path}?${rest.toString()}` : path;
}

/** Records the use of a code. An action confirmed by a code of its own has shown that the phone is at hand. */
function recordUse(ctx: Context, { session, body, requestKey, from }: Call<AnyEndpoint>): void {
  if (!session) return;
  if (session.key) return ctx.keys.noteUse(ctx, session.key, from.ip);
  ctx.sessions.noteSeen(ctx, session.id);
  const isConfirmed =
    typeof (body as { sms?: unknown } | undefined)?.sms === 'string' && !requestKey?.earlier;
  if (isConfirmed) ctx.sessions.noteCode(ctx, session.id);
}

const NOTHING = z.undefined();

function toEnvelope<E extends AnyEndpoint>(
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
