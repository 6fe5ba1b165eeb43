import { readProfile } from '#contract/identity/auth.ts';
import type { AnyEndpoint, EndpointData, EndpointMeta, Sent } from '#contract/endpoint.ts';
import { KEY_USED_FOR_OTHER_DATA, type Envelope, type FieldErrors } from '#contract/envelope.ts';
import { getHeaders, nameCompany, takeEarlyRead } from './early-reads.ts';
import { askForFreshCode } from './fresh-code.ts';
import { FACTOR_ASKS, FACTOR_REASON, type FactorAsk } from '#contract/identity/second-factor.ts';
import { compareClocks } from '../lib/server-clock.ts';
import { toForm } from './to-form.ts';
import { getShownCompanyId, recordFactorAsked, recordSessionEnd, readSession } from './session.ts';
import { waitForAnswer } from './wait-for-answer.ts';

export interface CallInput<E extends AnyEndpoint> {
  params?: E extends { params?: infer S } ? Sent<NonNullable<S>> : undefined;
  query?: E extends { query?: infer S } ? Sent<NonNullable<S>> : undefined;
  body?: E extends { body?: infer S } ? Sent<NonNullable<S>> : undefined;
  file?: File;
  /** Made before the first attempt; the same key is the same request (docs/calls.md 1). */
  requestKey?: string;
  /** Replaces the session's token, in the profile step of the sign-in. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request reaches the server even if the page is left at once. */
  keepalive?: boolean;
}

export interface CallAnswer<E extends AnyEndpoint> {
  data: EndpointData<E>;
  meta: EndpointMeta<E>;
  /** The action has no effect yet. Another member of the staff has to confirm it. `data` is then the record of it. */
  held: boolean;
  /** The whole envelope: the profile's permissions and maintenance are beside `data`. */
  envelope: Envelope & Record<string, unknown>;
}

/** The server refused, or did not answer itself (`code` 0). */
export class CallFailed extends Error {
  readonly code: number;
  readonly fields: FieldErrors;
  readonly retryAfterSeconds: number | null;
  /** `code`: the call wants a code that this session got a moment ago. */
  readonly reason: string | undefined;
  /** Factor that the session lacks, if the request is refused for that. */
  readonly asksFactor: FactorAsk | null;

  constructor(
    code: number,
    message: string,
    fields: FieldErrors = {},
    retryAfterSeconds: number | null = null,
    reason?: string,
    asksFactor: FactorAsk | null = null,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
    this.asksFactor = asksFactor;
  }
}

/** An earlier request under the same key was carried out, though its answer may have been lost. */
export function isAlreadyDone(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 409 && failure.message === KEY_USED_FOR_OTHER_DATA;
}

/** Returns whether no answer came, because there is no network or no server. */
export function isOffline(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 0;
}

export const NO_CONNECTION = 'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз';
export const SERVER_ERROR = 'Ошибка сервера. Попробуйте ещё раз чуть позже';

/**
 * Makes a call of the contract. Throws CallFailed with the server's own words. One that wants a fresh code is made again once
 * the person has given it.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<CallAnswer<E>> {
  return withFreshCode(endpoint, () => callOnce(endpoint, input));
}

export async function withFreshCode<Answer>(
  endpoint: AnyEndpoint,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (failure) {
    const wantsCode = failure instanceof CallFailed && failure.reason === 'code';
    if (!wantsCode || !(await askForFreshCode(endpoint))) throw failure;
    return work();
  }
}

async function callOnce<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<CallAnswer<E>> {
  const wait = waitForAnswer(input);
  try {
    const reply = await send(endpoint, { ...input, signal: wait.signal }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new CallFailed(0, NO_CONNECTION);
    });
    wait.received();
    const envelope = await readReply(reply);
    if (envelope?.code !== 200 && envelope?.code !== 202)
      throw recordFactorAsk(endpoint, toFailure(reply, envelope));
    const awaitsApproval = envelope.code === 202;
    return {
      data: envelope.data as EndpointData<E>,
      meta: envelope.meta as EndpointMeta<E>,
      held: awaitsApproval,
      envelope,
    };
  } finally {
    wait.end();
  }
}

type AnyEnvelope = Envelope & Record<string, unknown>;

/** Null if the answer is not an envelope. A truncated body counts as no answer at all. */
export async function readReply(reply: Response): Promise<AnyEnvelope | null> {
  const text = await reply.text().catch(() => {
    throw new CallFailed(0, NO_CONNECTION);
  });
  return readEnvelope(text);
}

function readEnvelope(text: string): AnyEnvelope | null {
  try {
    const input = JSON.parse(text) as AnyEnvelope | null;
    return typeof input?.code === 'number' ? input : null;
  } catch {
    return null;
  }
}

/** Such an answer without an envelope comes from something between us and the server, as a page in place of data does. */
export const PROXY_ERRORS = [502, 503, 504];

export function toFailure(reply: Response, envelope: AnyEnvelope | null): CallFailed {
  const retryAfter = Number(reply.headers.get('retry-after'));
  const isFromBetween = reply.ok || PROXY_ERRORS.includes(reply.status);
  return new CallFailed(
    envelope?.code ?? (isFromBetween ? 0 : reply.status),
    getMessage(envelope) ?? SERVER_ERROR,
    envelope?.error_messages,
    retryAfter || null,
    envelope?.reason as string | undefined,
    readFactorAsk(envelope),
  );
}

function readFactorAsk(envelope: AnyEnvelope | null): FactorAsk | null {
  if (envelope?.reason !== FACTOR_REASON) return null;
  const { factor } = (envelope.data ?? {}) as { factor?: unknown };
  return FACTOR_ASKS.find((ask) => ask === factor) ?? null;
}

/** Shows the question for the second factor over the page. The profile call is excluded, because its caller handles the answer. */
function recordFactorAsk(endpoint: AnyEndpoint, failure: CallFailed): CallFailed {
  const token = readSession().tokens?.access;
  if (failure.asksFactor === 'confirm' && token && endpoint.name !== readProfile.name)
    recordFactorAsked(token);
  return failure;
}

/** The failure that a hidden frame got instead of a file; `input` is null when nothing came. */
export function failureOfFrame(input: string | null): CallFailed {
  if (input === null) return new CallFailed(0, NO_CONNECTION);
  const envelope = readEnvelope(input);
  return new CallFailed(envelope?.code ?? 0, getMessage(envelope) ?? SERVER_ERROR);
}

/** Makes a request id before the request is sent; a retry of the same action carries the same id. */
export function newRequestKey(): string {
  // crypto.randomUUID() is not used, because it is missing when the portal is opened over plain HTTP on a local
  // network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function buildPath<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(
    (input.query ?? {}) as Record<string, string | number | undefined>,
  )) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Makes a call whose answer is a stream, for the caller to read. */
export function openCall<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Response> {
  return send(endpoint, input);
}

export async function send<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const token = readSession().tokens?.access;
  const headers: Record<string, string> = {
    ...getHeaders(endpoint.name, token),
    ...(input.requestKey ? { 'idempotency-key': input.requestKey } : {}),
    ...nameCompany(getShownCompanyId()),
    ...input.headers,
  };
  const body = toBody(endpoint, input);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const path = buildPath(endpoint, input);
  const early = input.headers ? undefined : takeEarlyRead(endpoint.method, path, token, getShownCompanyId());
  const reply = await (early ??
    fetch(path, {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    }));
  compareClocks(reply.headers.get('date'));
  // The consequences of a profile call are handled by its caller (features/account/session).
  if (reply.status === 401 && token && endpoint.name !== readProfile.name) recordSessionEnd(token);
  return reply;
}

function toBody<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): string | URLSearchParams | FormData | undefined {
  if (endpoint.file && input.file) {
    const form = new FormData();
    for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>))
      form.set(name, String(value));
    form.set(endpoint.file, input.file);
    return form;
  }
  if (endpoint.sentAs === 'form') return toForm(input.body);
  return input.body === undefined ? undefined : JSON.stringify(input.body);
}

/** Field errors come first (spec section 8), then the message, then the sign-in's own `errors`. */
function getMessage(envelope: AnyEnvelope | null): string | null {
  const field = Object.values(envelope?.error_messages ?? {})[0]?.[0];
  const errors = envelope?.errors as { message?: string } | undefined;
  return field ?? envelope?.message ?? errors?.message ?? null;
}
