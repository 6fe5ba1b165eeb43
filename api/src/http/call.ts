import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint, EndpointBody, EndpointData } from '#contract/endpoint.ts';
import type { EndpointMeta, EndpointParams, EndpointQuery } from '#contract/endpoint.ts';
import type { StaffAction } from '#contract/staff-access.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import type { UploadedFile } from './body.ts';
import type { RequestKey } from './request-key.ts';
import type { Session } from './session.ts';

/** A call as a handler receives it: read, checked and allowed. */
export interface Call<E extends AnyEndpoint> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  /** The uploaded file of a call that declares one; null when none was sent. */
  file: UploadedFile | null;
  session: E['caller'] extends 'public' ? Session | null : Session;
  scope: E['caller'] extends 'public' | 'signed-in' | 'orderer' | StaffAction
    ? CompanyScope | null
    : CompanyScope;
  /** The caller's address and browser, for the audit log and limits. */
  from: CallOrigin;
  /** Set for a call that moves money or creates an order when the caller sent `Idempotency-Key`. */
  requestKey: RequestKey | null;
  /** The second member of the staff who confirmed the call; null where its author was enough. */
  confirmedBy: number | null;
  /** Input as it came, before it was read. */
  input: CallInput;
  /** Access code in the input of a call that requires a fresh code, unread. */
  accessCode: unknown;
  request: FastifyRequest;
}

/** Input of a call as it came, enough to make the same call again. */
export interface CallInput {
  params: unknown;
  query: unknown;
  fields: unknown;
}

export interface CallOrigin {
  ip: string;
  userAgent: string;
}

/** The envelope's contents: `data`, and `top` next to it. */
export interface Answer<E extends AnyEndpoint> {
  data: EndpointData<E>;
  meta?: EndpointMeta<E>;
  top?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface FileAnswer {
  file: Buffer | Readable;
  /** File name under which the browser saves the answer. */
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

export interface CallSettings {
  /**
   * If true, the handler finds the request key itself and rebuilds the same answer from the stored outcome. So nothing
   * is read before it and nothing stored after it (http/request-key.ts).
   */
  answersFromOutcome?: boolean;
  /** Refuses a caller that carries a secret instead of a session, before anything of the call is read. */
  admit?: (request: FastifyRequest) => void;
  /** A limit per address that is lower than the limit for all calls (http/requests/rate-limit.ts). */
  perMinute?: number;
}

export type HandlerAnswer<E extends AnyEndpoint> = E extends { kind?: infer K }
  ? 'file' extends K
    ? FileAnswer | EventsAnswer | WrittenAnswer | Answer<E>
    : WrittenAnswer | Answer<E>
  : WrittenAnswer | Answer<E>;

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>;
