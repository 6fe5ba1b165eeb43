import type { z } from 'zod';
import type { Action } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call:
 * `public` anyone; `signed-in` any session; `orderer` a newcomer, or a colleague of a client company who may order;
 * `company` a colleague of a company, whatever his role;
 * an Action: a colleague whose role allows it; `staff` the programme's own people (to others the call does not exist).
 */
export type Caller = 'public' | 'signed-in' | 'orderer' | 'company' | 'staff' | Action;

/**
 * How the answer travels: the envelope, a file that a plain link may open with a ticket, or a stream of server-sent
 * events, each with `data` as its body.
 */
export type ReplyKind = 'envelope' | 'file' | 'events';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Meta extends z.ZodType = z.ZodType,
  Who extends Caller = Caller,
> {
  /** One verb-noun through the whole stack: `transferToCard`. */
  name: string;
  method: Method;
  /** Fastify's writing: `/api/card/:id/transaction`. */
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
  /** What stands in the envelope beside `data`. */
  top?: z.ZodObject;
  kind?: ReplyKind;
  /** Accepts `Idempotency-Key`: moves money or creates an order. */
  idempotent?: boolean;
  /** Stands behind the terms gate: 403 until the framework agreement is accepted. */
  needsTerms?: boolean;
  /**
   * Where clients read the message of a failure besides `message`: the sign-in from `errors.message` (spec section 8),
   * the colleagues' calls from `error_message` (spec section 7).
   */
  failureAlso?: 'errors' | 'error_message';
  /** The bodies of a call that is several in one, by the field that chooses among them; the server reads each by its own schema. */
  bodies?: { by: string; schemas: Record<string, z.ZodType> };
  /** Headers that this call alone reads, each of them optional, with what they carry. */
  headers?: Readonly<Record<string, string>>;
  /** A part of it needs the sign-in's enter token, in `Authorization`. */
  enterToken?: boolean;
  /** Multipart field that carries the file. */
  file?: string;
  /** Section of spec.md or api.md where the call is described. */
  source: string;
}

/** Declares a call; the types of its schemas travel with it to the server, the client and the OpenAPI document. */
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

/** Declared schema → what the caller sends, before any reading of it. */
export type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
/** Declared schema → what the server works with. */
export type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParamsOf<E> = E extends { params?: infer S } ? Read<NonNullable<S>> : undefined;
export type QueryOf<E> = E extends { query?: infer S } ? Read<NonNullable<S>> : undefined;
export type BodyOf<E> = E extends { body?: infer S } ? Read<NonNullable<S>> : undefined;
export type DataOf<E> = E extends { data?: infer S } ? Read<NonNullable<S>> : undefined;
export type MetaOf<E> = E extends { meta?: infer S } ? Read<NonNullable<S>> : undefined;
