import type { z } from 'zod';
import type { Action } from './access.ts';
import type { KeyAccess } from './companies/key-scopes.ts';
import type { StaffAction } from './staff-access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Callers that have the right. `public`: anyone. `signed-in`: any session. `orderer`: a newcomer, or a colleague who may order.
 * `company`: any colleague of a company, whatever the role. An Action: a colleague whose role allows it. A StaffAction:
 * a member of the programme's staff whose role allows it. For all others the call does not exist.
 */
export type Caller = 'public' | 'signed-in' | 'orderer' | 'company' | Action | StaffAction;

/**
 * How the answer is sent: in the envelope, as a file that a plain link can open with a ticket, or as a stream of
 * server-sent events, each with `data` as its body.
 */
type ReplyKind = 'envelope' | 'file' | 'events';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Meta extends z.ZodType = z.ZodType,
  Who extends Caller = Caller,
> {
  /** The verb-noun used through the whole stack: `transferToCard`. */
  name: string;
  method: Method;
  /** Path in Fastify's notation: `/api/card/:id/transaction`. */
  path: string;
  /** Other paths of the same call. */
  aliases?: readonly string[];
  summary: string;
  caller: Who;
  params?: Params;
  query?: Query;
  body?: Body;
  data?: Data;
  meta?: Meta;
  /** Fields next to `data` in the envelope. */
  top?: z.ZodObject;
  kind?: ReplyKind;
  /** Type of the file of a `file` call, by default a PDF. */
  mime?:
    | 'application/pdf'
    | 'application/zip'
    | 'application/json'
    | 'text/csv'
    | 'application/x-ndjson'
    | 'application/xml'
    | 'text/plain'
    | 'image/svg+xml'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  /** A list that also comes as a file, CSV or XLSX, where `Accept` asks for one. */
  asFiles?: true;
  /** Accepts `Idempotency-Key`: moves money, creates an order or adds something that could be there twice. */
  idempotent?: boolean;
  /** Refused (400) without `Idempotency-Key`. */
  needsRequestKey?: true;
  /** Open to a company's own programs by a key of this scope; every other call is closed to keys (docs/calls.md 25). */
  key?: KeyAccess;
  /** May need two people of the staff: then it answers 202 and has no effect until another member confirms it. */
  secondPerson?: true;
  /** Stands behind the terms gate: 403 until the framework agreement is accepted, and while the company is blocked. */
  needsTerms?: boolean;
  /** 403 while the company is blocked, though it needs no agreement. */
  stopsWhenBlocked?: boolean;
  /**
   * Marks a call that could give a company away. It is refused with `reason: "code"` when the session got no code for
   * 15 minutes. The call then takes `sms`, a code of purpose `access` (docs/calls.md 15). `sometimes`: the use case
   * decides by the request.
   */
  needsFreshCode?: boolean | 'sometimes';
  /** Waits for the proof of the first admin where the operator does not count a payment as one (decision 51). */
  needsConfirmedAdmin?: boolean;
  /** May be called by a session that still lacks its second factor: the calls that bring it, and signing out. */
  beforeFactor?: boolean;
  /**
   * Further fields for the message of a failure: the sign-in has `errors.message` (spec section 8), the colleagues'
   * calls in `error_message` (spec section 7).
   */
  failureAlso?: 'errors' | 'error_message';
  /**
   * Bodies of a call that combines several, and the field that chooses between them. The server reads each by its
   * own schema.
   */
  bodies?: { by: string; schemas: Record<string, z.ZodType> };
  /** Optional headers of this call alone, with their contents. */
  headers?: Readonly<Record<string, string>>;
  /** True if the call needs the sign-in's enter token, in `Authorization`, for a part of its work. */
  enterToken?: boolean;
  /** The screens send it as a form, as spec section 7 writes it; the server reads it in any format. */
  sentAs?: 'form';
  /** The multipart field that carries the file. */
  file?: string;
  /** A call that is no GET and changes nothing all the same, as a preview: it leaves no line in the audit log. */
  changesNothing?: true;
  /** The page, with its section, that describes the call. */
  source: string;
}

/** Everywhere that a call is found. */
export function listPaths({ path, aliases = [], key }: AnyEndpoint): string[] {
  return [path, ...aliases, ...(key?.path === undefined ? [] : [key.path])];
}

/** Declares a call. The types of its schemas reach the server, the client and the OpenAPI document from here. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  const Who extends Caller,
>(
  declaration: Endpoint<Params, Query, Body, Data, Meta, Who>,
): Endpoint<Params, Query, Body, Data, Meta, Who> {
  return declaration;
}

export type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType, Caller>;

/** Declared schema → what the caller sends, before it is parsed. */
export type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
/** Declared schema → what the server works with. */
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type EndpointParams<E> = E extends { params?: infer S } ? Read<NonNullable<S>> : undefined;
export type EndpointQuery<E> = E extends { query?: infer S } ? Read<NonNullable<S>> : undefined;
export type EndpointBody<E> = E extends { body?: infer S } ? Read<NonNullable<S>> : undefined;
export type EndpointData<E> = E extends { data?: infer S } ? Read<NonNullable<S>> : undefined;
export type EndpointMeta<E> = E extends { meta?: infer S } ? Read<NonNullable<S>> : undefined;
