import { z } from 'zod';
import { pendingApproval } from './identity/approvals.ts';
import { callsByArea, schemaNames } from './calls.ts';
import { failure } from './envelope.ts';
import { listPaths, type AnyEndpoint } from './endpoint.ts';
import { KEY_SCOPE } from './companies/key-scopes.ts';
import { FILE_MIME } from './list-files.ts';
import { REQUEST_KEY_DAYS } from './limits.ts';
import { AREA_TITLE } from './openapi-areas.ts';

export type Json = Record<string, unknown>;

/** Marks a schema that the contract exports under a name; what is published refers to it by that (published-openapi.ts). */
export const SCHEMA_NAME_KEY = 'x-schema';

const FILE: Json = { type: 'string', format: 'binary' };

/** How the caller and the call are identified (docs/calls.md 1 and 2). */
const SECURITY_SCHEMES: Json = {
  token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'the access token' },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'xAuthToken',
    description: 'of `POST /api/downloads/ticket`: for one path, one minute, one use',
  },
  enter: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'the enter token, with or without `Bearer `',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mg_live_…',
    description: `a key of the company, or of its sandbox (mg_test_…); its scopes: ${Object.keys(KEY_SCOPE).join(', ')}`,
  },
};

export interface DescribedCalls {
  name: string;
  version: string;
  /** Selects calls and paths. Without it all are shown. */
  shows?: (call: AnyEndpoint, path: string) => boolean;
}

/** An OpenAPI 3.1 document with every schema in its place, made from the declarations and nothing else. */
export function openApiDocument({ name, version, shows = () => true }: DescribedCalls): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const areas = new Set<string>();
  for (const [area, calls] of Object.entries(callsByArea)) {
    for (const call of calls) {
      for (const path of listPaths(call)) {
        if (!shows(call, path)) continue;
        areas.add(area);
        const entry = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
        entry[call.method.toLowerCase()] = toOperation(call, area, path);
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: name, version, description: 'Вызовы портала топливных карт' },
    tags: Object.entries(AREA_TITLE)
      .filter(([area]) => areas.has(area))
      .map(([area, description]) => ({ name: area, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Failure: jsonSchema(failure, 'output') },
    },
  };
}

const FRESH_CODE = ' Takes `sms`, a code of purpose `access`, when the session got none for 15 minutes.';

function freshCodeText({ needsFreshCode }: AnyEndpoint): string {
  switch (needsFreshCode) {
    case undefined:
    case false:
      return '';
    case 'sometimes':
      return FRESH_CODE.replace('Takes', 'May take');
    case true:
      return FRESH_CODE;
  }
}

function toOperation(call: AnyEndpoint, area: string, path: string): Json {
  const parameters = [
    ...toParameters(call.params, 'path'),
    ...toParameters(call.query, 'query'),
    ...toHeaders(call),
  ];
  return {
    operationId: getOperationId(call, path),
    tags: [area],
    summary: call.summary,
    description: `Who may call: ${call.caller}.${freshCodeText(call)}`,
    ...toSecurity(call),
    ...(parameters.length ? { parameters } : {}),
    ...(call.body ? { requestBody: toRequestBody(call) } : {}),
    responses: {
      200: toReply(call),
      ...(call.secondPerson ? { 202: pendingReply() } : {}),
      default: {
        description: 'Refused; the HTTP status equals `code`',
        content: { 'application/json': { schema: toFailure(call) } },
      },
    },
  };
}

function getOperationId({ name, path: own, key }: AnyEndpoint, path: string): string {
  if (path === own) return name;
  return path === key?.path ? `${name}V1` : `${name}At${path.replace(/\W+/g, '_')}`;
}

/** Describes the answer for an action of two people that waits for the second one. */
function pendingReply(): Json {
  const data = z.object({ approval: pendingApproval });
  return {
    description: 'No effect yet: another member of the staff has to confirm it',
    content: {
      'application/json': { schema: jsonSchema(z.object({ code: z.literal(202), data }), 'output') },
    },
  };
}

function toParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const described = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(described.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: property,
  }));
}

const KEY = `The same key with the same request is carried out once, and a repeat gets the first answer, for ${REQUEST_KEY_DAYS} days; with another request it is refused (409)`;

function toHeaders({ idempotent, needsRequestKey, headers = {} }: AnyEndpoint): Json[] {
  const own = Object.entries(headers).map(([name, description]) => ({
    name,
    description,
    schema: { type: 'string' },
  }));
  const key = {
    name: 'Idempotency-Key',
    description: KEY,
    schema: { type: 'string', maxLength: 200 },
    required: needsRequestKey === true,
  };
  return [...(idempotent ? [key] : []), ...own].map((item) => ({ in: 'header', required: false, ...item }));
}

/** A plain link can't send a header, so a file opens with a ticket too. */
function toSecurity({ caller, kind, enterToken, key }: AnyEndpoint): Json {
  if (enterToken) return { security: [{}, { enter: [] }] };
  if (caller === 'public') return { security: [] };
  // OpenAPI 3.1 lets a scheme of any kind name what it needs.
  const byKey = key ? [{ key: [key.scope] }] : [];
  if (key?.only) return { security: byKey };
  return { security: [{ token: [] }, ...(kind === 'file' ? [{ ticket: [] }] : []), ...byKey] };
}

function toRequestBody(call: AnyEndpoint): Json {
  const schema = call.bodies ? makeAlternatives(call.bodies) : jsonSchema(call.body as z.ZodType, 'input');
  const needed = (schema.required ?? []) as string[];
  if (!call.file) {
    return {
      // Without `required` a body is optional, and a client made from this document leaves it out.
      ...(call.bodies || needed.length ? { required: true } : {}),
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    };
  }
  const withFile = {
    ...schema,
    properties: { ...(schema.properties as Json), [call.file]: FILE },
    required: [...needed, call.file],
  };
  const takesMore = Object.keys((schema.properties as Json | undefined) ?? {}).length > 0;
  return {
    required: true,
    // This stands in the description because generators make one body of two content types, and a form and a file do
    // not combine into one.
    ...(takesMore ? {} : { description: 'The file is taken as the bare body (`text/csv`) too.' }),
    content: { 'multipart/form-data': { schema: withFile } },
  };
}

/** Returns each body of a call that combines several, with the route that chooses it. */
function makeAlternatives({ by, schemas }: NonNullable<AnyEndpoint['bodies']>): Json {
  const oneOf = Object.entries(schemas).map(([value, schema]) => {
    const described = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
    return {
      ...described,
      properties: { [by]: { const: value }, ...described.properties },
      required: [by, ...(described.required ?? [])],
    };
  });
  return { oneOf };
}

function toReply(call: AnyEndpoint): Json {
  if (call.kind === 'file') return fileReply(call);
  return call.kind === 'events' ? eventsReply(call) : envelopeReply(call);
}

function envelopeReply(call: AnyEndpoint): Json {
  const properties: Json = { code: { const: 200 }, message: { type: 'string' } };
  if (call.data) properties.data = jsonSchema(call.data, 'output');
  if (call.meta) properties.meta = jsonSchema(call.meta, 'output');
  const required = call.data ? ['code', 'data'] : ['code'];
  if (call.top) {
    const top = jsonSchema(call.top, 'output') as { properties: Json; required?: string[] };
    Object.assign(properties, top.properties);
    required.push(...(top.required ?? []));
  }
  const schema = { type: 'object', properties, required };
  const files = call.asFiles ? Object.values(FILE_MIME).map((mime) => [mime, { schema: FILE }]) : [];
  return {
    description: 'Done',
    content: { 'application/json': { schema }, ...Object.fromEntries(files) },
  };
}

function toFailure({ failureAlso }: AnyEndpoint): Json {
  const common = { $ref: '#/components/schemas/Failure' };
  return failureAlso ? { allOf: [common, { required: [failureAlso] }] } : common;
}

function fileReply({ mime = 'application/pdf' }: AnyEndpoint): Json {
  return { description: 'A file', content: { [mime]: { schema: FILE } } };
}

function eventsReply(call: AnyEndpoint): Json {
  return {
    description: 'Server-sent events; `data` of each is as described',
    content: { 'text/event-stream': { schema: jsonSchema(call.data as z.ZodType, 'output') } },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      const named = schemaNames.get(zodSchema);
      if (named) (written as Json)[SCHEMA_NAME_KEY] = named;
    },
  }) as Json;
  return rest;
}
