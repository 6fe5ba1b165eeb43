import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { FACTOR_REASON } from '#contract/identity/second-factor.ts';
import { ODOMETER_DOUBTED } from '#contract/fleet/vehicles.ts';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import {
  badRequest,
  NO_FIELDS,
  Refusal,
  TOO_LARGE,
  tooLarge,
  unavailable,
  UNREADABLE,
} from '../../errors.ts';
import { CaptchaUnavailable } from '../../gateways/captcha/captcha.ts';
import { RegistryUnavailable } from '../../gateways/company-registry/company-registry.ts';
import { FileStoreUnavailable } from '../../gateways/file-storage/file-store.ts';
import { CALL_HEADERS } from '../call-headers.ts';
import { getRequestKeyHeader } from '../request-key.ts';

const SERVER_ERROR = 'Ошибка сервера. Мы уже знаем о ней; попробуйте ещё раз чуть позже';
const BUSY_MESSAGE = 'Эти данные сейчас меняет другая операция. Повторите через минуту';
/** PostgreSQL's code for a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * PostgreSQL's codes for work that the server gave up: a statement or a transaction that took too long, a deadlock, a
 * conflict. Nothing of such work is stored, and a repeat usually succeeds.
 */
const GIVEN_UP: ReadonlySet<unknown> = new Set(['57014', '25P03', '40P01', '40001']);
const TOO_SLOW = 'Запрос шёл слишком долго. Попробуйте ещё раз';

/** The one place where an error becomes an answer: the envelope, with the HTTP status equal to `code`. */
export function sendRefusal(
  ctx: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const about = {
    err: error,
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
  };
  if (isDatabaseAway(error)) {
    // The outage itself is logged once (db/outage.ts).
    ctx.log.debug(about, 'the database is away');
    const message = formatOutage(request);
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ code: 503, message, ...toLegacyError(request, message) });
  }
  // The user may repeat, and we have to learn which statement it was.
  if (isGivenUp(error)) ctx.log.error(about, 'the database gave up a statement');
  const outage = toOutageRefusal(error);
  if (outage) ctx.log.warn(about, 'an outside service is away');
  const refusal = outage ?? toRefusal(error);
  if (!refusal) {
    ctx.log.error(about, 'failed');
    return reply.code(500).send({
      code: 500,
      message: SERVER_ERROR,
      request_id: request.id,
      ...toLegacyError(request, SERVER_ERROR),
    });
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.status === 401) reply.header('www-authenticate', getAuthChallenge(request));
  // Fastify would close the connection, and a client still sending would see it break instead of the answer. Node reads
  // the rest and discards it.
  if (refusal.status === 413) reply.removeHeader('connection');
  return reply.code(refusal.status).send({
    code: refusal.code,
    message: refusal.message,
    ...toLegacyError(request, refusal.message),
    ...(MACHINE_READABLE_REASONS.has(refusal.reason) ? { reason: refusal.reason } : {}),
    ...(refusal.fields ? { error_messages: refusal.fields } : {}),
    ...(refusal.data ? { data: refusal.data } : {}),
    // Clients ask for a code and repeat the call.
    ...(refusal.reason === 'code' ? { reason: refusal.reason } : {}),
  });
}

/** Returns how a program authenticates (RFC 6750): by a key. It also states whether the key sent opens nothing. */
function getAuthChallenge({ headers }: FastifyRequest): string {
  return headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
}

/** Reasons that a program acts upon: it asks for what lacks, or which company is meant, and repeats the call. */
const MACHINE_READABLE_REASONS: ReadonlySet<string> = new Set([
  FACTOR_REASON,
  'code',
  'company',
  ODOMETER_DOUBTED,
]);

/** Warns that the requested change may have been made. */
function formatOutage(request: FastifyRequest): string {
  if (request.method === 'GET') return 'Данные сейчас недоступны. Попробуйте ещё раз через несколько секунд';
  return getRequestKeyHeader(request) === null
    ? 'Не удалось узнать, исполнен ли запрос. Проверьте это, прежде чем повторять его'
    : 'Не удалось узнать, исполнен ли запрос. Повторите его: дважды он исполнен не будет';
}

/** Answers bytes that are not an HTTP request by the envelope of a refusal; there is no reply object to use. */
export function refuseConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [code, reason, message] = describeConnectionError(error.code);
  const body = JSON.stringify({ code, message });
  const head = [
    `HTTP/1.1 ${code} ${reason}`,
    ...Object.entries(CALL_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function describeConnectionError(code: string | undefined): [number, string, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'Request Header Fields Too Large', TOO_LARGE];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'Request Timeout', TOO_SLOW];
  return [400, 'Bad Request', UNREADABLE];
}

/** Returns the message where this call's clients expect it, for every error at any stage. */
function toLegacyError(request: FastifyRequest, message: string): Record<string, unknown> {
  const { failureAlso } = request.routeOptions.config;
  if (failureAlso === 'errors') return { errors: { message } };
  return failureAlso === 'error_message' ? { error_message: message } : {};
}

/** A wrong key of ours looks the same to the user, so the log has to contain the service's answer. */
function toOutageRefusal(error: unknown): Refusal | null {
  if (error instanceof RegistryUnavailable)
    return unavailable('Реестр компаний не отвечает. Попробуйте ещё раз');
  if (error instanceof CaptchaUnavailable) return unavailable('Проверка не отвечает. Попробуйте ещё раз');
  if (error instanceof FileStoreUnavailable)
    return unavailable('Хранилище файлов не отвечает. Попробуйте ещё раз');
  return null;
}

function isGivenUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && GIVEN_UP.has(error.code);
}

function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const { statusCode = 500, code } = error as Partial<FastifyError>;
  if (code === LOCK_NOT_AVAILABLE) return unavailable(BUSY_MESSAGE);
  if (isGivenUp(error)) return unavailable(TOO_SLOW);
  if (statusCode === 413) return tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return badRequest(NO_FIELDS);
  // What Fastify itself cannot read (JSON, a form) is the sender's mistake.
  return statusCode >= 400 && statusCode < 500 ? badRequest(UNREADABLE) : null;
}
