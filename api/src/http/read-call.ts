import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import { badRequest, Refusal } from '../errors.ts';
import { hashOfValue, hashSha256Hex } from '../lib/secrets.ts';
import { readBody, readQuery, type UploadedFile } from './body.ts';
import { getUserAgent } from './call-work.ts';
import { sentName } from './list-places.ts';
import { refuseUnknownParameters } from './requests/refuse-unknown-parameters.ts';
import { type RequestKey, getRequestKeyHeader, ownKey } from './request-key.ts';
import type { FoundCaller, Session } from './session.ts';
import type { StoredRequest } from './stored-request.ts';
import type { Call, CallInput } from './call.ts';

/** Reads a request by the schemas of its call. */
export async function readCall(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { session, earlier }: FoundCaller,
): Promise<Call<AnyEndpoint>> {
  if (session?.key) refuseUnknownParameters(endpoint, request);
  const body =
    endpoint.method === 'GET' ? { fields: {}, file: null } : await readBody(request, endpoint.file);
  const input = { params: request.params, query: readQuery(request), fields: body.fields };
  const { params, query, fields } = parseInput(endpoint, input);
  return {
    params,
    query,
    body: fields,
    file: body.file,
    session: session as Session,
    scope: (session?.company?.scope ?? null) as CompanyScope,
    from: { ip: request.ip, userAgent: getUserAgent(request) },
    requestKey:
      session && readRequestKey(endpoint, request, { session, earlier }, { params, fields, file: body.file }),
    confirmedBy: null,
    input,
    accessCode: endpoint.needsFreshCode
      ? codeIn({ ...(request.query as object), ...body.fields })
      : undefined,
    request,
  };
}

/** Reads the input of a call by its schemas. Used again for a stored call. */
export function parseInput(
  endpoint: AnyEndpoint,
  input: CallInput,
): { params: unknown; query: unknown; fields: unknown } {
  return {
    params: parsed(endpoint.params, input.params),
    query: parsed(endpoint.query, input.query),
    fields: parsed(endpoint.body, input.fields),
  };
}

/** docs/calls.md 15 calls it `sms`; where a call has a field of this name already, `sms_code` is the other. */
function codeIn({ sms, sms_code }: { sms?: unknown; sms_code?: unknown }): unknown {
  return sms ?? sms_code;
}

const KEY_NEEDED = 'Укажите Idempotency-Key: по нему повтор запроса не сделает того же дважды';

function readRequestKey(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { session, earlier }: { session: Session; earlier: StoredRequest | null },
  { file, ...input }: { params: unknown; fields: unknown; file: UploadedFile | null },
): RequestKey | null {
  const key = getRequestKeyHeader(request);
  if (endpoint.needsRequestKey && key === null) throw badRequest(KEY_NEEDED);
  if (!endpoint.idempotent || key === null) return null;
  if (key.length > 200) throw badRequest('Idempotency-Key длиннее 200 символов');
  const bodyHash = hashOfValue({
    ...input,
    file: file ? hashSha256Hex(file.bytes) : undefined,
    // The same key in another company of the caller is another request.
    ...(session.hasEntered && { company: session.company?.id }),
  });
  const programPart = session.key ? { ofProgram: key } : {};
  return { ...ownKey(session, key), ...programPart, call: endpoint.name, bodyHash, earlier };
}

/** Parses a part of the request by its schema; every problem is reported under its field. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const fields: FieldErrors = {};
  for (const issue of read.error.issues) {
    const name = sentName(value, issue.path) || 'form';
    const message = getIssueMessage(issue) ?? 'Проверьте значение поля';
    const input = (fields[name] ??= []);
    if (!input.includes(message)) input.push(message);
  }
  throw new Refusal(400, 'bad-fields', Object.values(fields)[0]?.[0] ?? 'Проверьте поля', { fields });
}

/**
 * Describes the fault in Russian. For a field with several allowed types, describes the fault of the last and likeliest
 * one.
 */
function getIssueMessage(issue: z.core.$ZodIssue): string | null {
  if (/[а-яё]/i.test(issue.message)) return issue.message;
  if (issue.code !== 'invalid_union') return null;
  for (const input of issue.errors.flat().toReversed()) {
    const sentence = getIssueMessage(input);
    if (sentence !== null) return sentence;
  }
  return null;
}
