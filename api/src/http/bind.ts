import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { can, type Action } from '#contract/access.ts';
import { TERMS_REQUIRED } from '#contract/documents.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import type { AnyEndpoint, BodyOf, Caller, DataOf, MetaOf, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import { badRequest, notAllowed, notFound, notSignedIn, Refusal } from '../errors.ts';
import { hashOfValue } from '../lib/secrets.ts';
import { recordEvent } from '../modules/audit/record-event.ts';
import { mayOrder } from '../modules/orders/policy.ts';
import { sendCallHeaders } from './call-headers.ts';
import { readBody, readQuery, type UploadedFile } from './body.ts';
import { findAnswer, keepAnswer, type KeptRequest, type RequestKey } from './request-key.ts';
import { sendEvents, sendFile, type EventsAnswer, type FileAnswer } from './send-answer.ts';
import { findCaller, spendTicket, type FoundCaller, type Session } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failureAlso?: AnyEndpoint['failureAlso'];
    /** Answers a call of the contract: never a page. */
    isCall?: boolean;
  }
}

/** What a handler is given: everything read, checked and allowed. */
export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The uploaded file of a call that declares one; null when none was sent. */
  file: UploadedFile | null;
  session: E['caller'] extends 'public' ? Session | null : Session;
  scope: E['caller'] extends 'public' | 'signed-in' | 'orderer' | 'staff'
    ? CompanyScope | null
    : CompanyScope;
  /** Where the caller sits, for the audit log and for limits. */
  from: CallOrigin;
  /** Of a call that moves money or creates an order, where the caller sent `Idempotency-Key`. */
  requestKey: RequestKey | null;
  request: FastifyRequest;
}

export interface CallOrigin {
  ip: string;
  userAgent: string;
}

/** Data for the envelope; `top` stands beside `data` (permissions of the profile, errors of the sign-in). */
export interface Answer<E extends AnyEndpoint> {
  data: DataOf<E>;
  meta?: MetaOf<E>;
  top?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** What the deed's outcome says brings this very answer about again, so it need not be kept (http/request-key.ts). */
  fromOutcome?: boolean;
}

type AnswerOf<E extends AnyEndpoint> = E extends { kind?: infer K }
  ? 'file' extends K
    ? FileAnswer | EventsAnswer | Answer<E>
    : Answer<E>
  : Answer<E>;

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<AnswerOf<E>>;

/**
 * Binds a contract endpoint to its handler. In this order: who is calling, may he, what does he say, has this very
 * request been answered before; then the handler; then the envelope.
 */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
): void {
  for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      method: endpoint.method,
      url,
      config: { failureAlso: endpoint.failureAlso, isCall: true },
      helmet: false,
      onRequest: sendCallHeaders,
      handler: async (request, reply) => {
        ctx.stagedFailures?.throwFor(endpoint.name);
        const caller = await callerOf(ctx, endpoint, request);
        await assertAllowed(ctx, endpoint, caller.session, request);
        const call = await readCall(endpoint, request, caller);
        const repeated = call.requestKey && findAnswer(call.requestKey);
        if (repeated) return reply.code(200).send(repeated);
        const answer = await handler(call as Call<E>);
        await recordStaffDeed(ctx, endpoint, call);
        if ('file' in answer) return sendFile(request, reply, answer);
        if ('events' in answer) return sendEvents(reply, answer);
        const envelope = envelopeOf(ctx, endpoint, answer as Answer<E>);
        if (call.requestKey && !(answer as Answer<E>).fromOutcome)
          await keepAnswer(ctx, call.requestKey, envelope);
        return reply
          .headers((answer as Answer<E>).headers ?? {})
          .code(200)
          .send(envelope);
      },
    });
  }
}

async function callerOf(ctx: Context, endpoint: AnyEndpoint, request: FastifyRequest): Promise<FoundCaller> {
  const header = request.headers['x-auth-token'];
  const key = endpoint.idempotent ? keyIn(request) : null;
  if (typeof header === 'string' && header !== '') return findCaller(ctx, { accessToken: header, key });
  const query = (request.query as Record<string, unknown>).xAuthToken;
  if (endpoint.kind !== 'file' || typeof query !== 'string' || query === '') return NOBODY;
  const session = await spendTicket(ctx, query, pathWithoutTicket(request.url));
  if (session) return { session, earlier: null };
  return ctx.config.querySessionToken ? findCaller(ctx, { accessToken: query, key }) : NOBODY;
}

const NOBODY: FoundCaller = { session: null, earlier: null };

/** `/api/x?sum=5&xAuthToken=t` → `/api/x?sum=5`: what the ticket was issued for. */
export function pathWithoutTicket(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const rest = query.split('&').filter((pair) => pair !== '' && !/^xAuthToken(=|$)/.test(pair));
  return rest.length ? `${path}?${rest.join('&')}` : path;
}

/** A refusal of somebody who is known is kept: trying what one may not is worth a look. */
async function assertAllowed(
  ctx: Context,
  endpoint: AnyEndpoint,
  session: Session | null,
  request: FastifyRequest,
): Promise<void> {
  try {
    assertMayCall(endpoint, session);
  } catch (error) {
    if (session) {
      await recordEvent(ctx.db.system, {
        at: ctx.clock.now(),
        what: 'call-refused',
        userId: session.userId,
        companyId: session.company?.id,
        ip: request.ip,
        details: { call: endpoint.name, reason: error instanceof Refusal ? error.reason : 'unknown' },
      });
    }
    throw error;
  }
}

/** What the programme's people change is kept, whichever call it was. The deed stands even if this line is lost. */
async function recordStaffDeed(ctx: Context, endpoint: AnyEndpoint, call: Call<AnyEndpoint>): Promise<void> {
  if (endpoint.caller !== 'staff' || endpoint.method === 'GET' || !call.session) return;
  await recordEvent(ctx.db.system, {
    at: ctx.clock.now(),
    what: 'staff-deed',
    userId: call.session.userId,
    ip: call.from.ip,
    details: {
      call: endpoint.name,
      said: JSON.stringify({
        ...(call.params as object),
        ...(call.query as object),
        ...(call.body as object),
      }).slice(0, 1000),
      file: call.file?.name,
    },
  }).catch((error: unknown) =>
    ctx.log.error({ err: error, call: endpoint.name }, 'a staff deed was not recorded'),
  );
}

function assertMayCall(endpoint: AnyEndpoint, session: Session | null): void {
  const caller: Caller = endpoint.caller;
  if (caller === 'public') return;
  // To a customer the staff's calls do not exist, signed in or not (api.md section 7).
  if (caller === 'staff') {
    if (!session) throw notSignedIn();
    if (!session.isStaff) throw notFound();
    return;
  }
  if (!session) throw notSignedIn();
  if (caller === 'signed-in') return;
  if (caller === 'orderer') {
    if (!mayOrder(session)) throw notAllowed();
    return;
  }
  if (!session.company) throw notAllowed('Сначала подключите компанию к топливной программе');
  if (caller !== 'company' && !can(session.role, caller satisfies Action)) throw notAllowed();
  if (endpoint.needsTerms && !session.company.termsAccepted) throw notAllowed(TERMS_REQUIRED);
}

async function readCall(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { session, earlier }: FoundCaller,
): Promise<Call<AnyEndpoint>> {
  const params = parsed(endpoint.params, request.params);
  const query = parsed(endpoint.query, readQuery(request));
  const body =
    endpoint.method === 'GET' ? { fields: {}, file: null } : await readBody(request, endpoint.file);
  const fields = parsed(endpoint.body, body.fields);
  return {
    params,
    query,
    body: fields,
    file: body.file,
    session: session as Session,
    scope: (session?.company?.scope ?? null) as CompanyScope,
    from: { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
    requestKey: session && requestKeyOf(endpoint, request, { session, earlier }, { params, fields }),
    request,
  };
}

function requestKeyOf(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { session, earlier }: { session: Session; earlier: KeptRequest | null },
  said: { params: unknown; fields: unknown },
): RequestKey | null {
  const key = keyIn(request);
  if (!endpoint.idempotent || key === null) return null;
  if (key.length > 200) throw badRequest('Idempotency-Key длиннее 200 символов');
  return { userId: session.userId, key, call: endpoint.name, bodyHash: hashOfValue(said), earlier };
}

function keyIn(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Reads a part of the request by its schema; every problem is named under its field. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const fields: FieldErrors = {};
  for (const issue of read.error.issues) {
    const name = issue.path.map(String).join('.') || 'form';
    const message = /[а-яё]/i.test(issue.message) ? issue.message : 'Проверьте значение поля';
    const said = (fields[name] ??= []);
    if (!said.includes(message)) said.push(message);
  }
  throw new Refusal(400, 'bad-fields', Object.values(fields)[0]?.[0] ?? 'Проверьте поля', { fields });
}

function envelopeOf<E extends AnyEndpoint>(
  ctx: Context,
  endpoint: E,
  answer: Answer<E>,
): Record<string, unknown> {
  if (ctx.config.checkReplies) {
    endpoint.data?.parse(answer.data);
    endpoint.meta?.parse(answer.meta);
  }
  return { code: 200, data: answer.data, ...(answer.meta ? { meta: answer.meta } : {}), ...answer.top };
}
