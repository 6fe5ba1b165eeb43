import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint, EndpointBody, EndpointParams, EndpointQuery } from '#contract/endpoint.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import type { RequestKey } from './request-key.ts';
import type { Session } from './session.ts';
import type { StaffAction } from '#contract/staff-access.ts';
import type { UploadedFile } from './body.ts';

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
  said: CallInput;
  /** Access code in the input of a call that requires a fresh code, unread. */
  accessCode: unknown;
  request: FastifyRequest;
}

export interface CallOrigin {
  ip: string;
  userAgent: string;
}

/** Input of a call as it came, enough to make the same call again. */
export interface CallInput {
  params: unknown;
  query: unknown;
  fields: unknown;
}
