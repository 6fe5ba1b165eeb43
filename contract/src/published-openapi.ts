import type { AnyEndpoint } from './endpoint.ts';
import { makeExample } from './make-example.ts';
import { SCHEMA_NAME_KEY, openApiDocument, type Json } from './openapi.ts';
import { isStaffAction } from './staff-access.ts';

export interface Published {
  name: string;
  version: string;
  email: string;
  /** Address of the portal, without a slash at the end. Empty means the address at which the document was read. */
  address: string;
  /** Only calls that a company's key may make, at the addresses for programs. */
  keysOnly?: boolean;
}

/** To outsiders the calls of the staff and of a development machine do not exist. */
export function isPublished({ caller, path }: AnyEndpoint): boolean {
  return !isStaffAction(caller) && !path.startsWith('/dev/') && !path.startsWith('/staff/');
}

/** Returns whether programs make the call with a key at this path. */
export function isForKeys(call: AnyEndpoint, path: string): boolean {
  return isPublished(call) && call.key !== undefined && path === (call.key.path ?? call.path);
}

/**
 * The OpenAPI document for people and programs outside: no call of the staff, every schema named once, with examples, each
 * call with its security and its refusals.
 */
export function publishedOpenApi({ name, version, email, address, keysOnly = false }: Published): Json {
  const shows = keysOnly ? isForKeys : isPublished;
  const described = openApiDocument({ name, version, shows });
  const schemas: Record<string, Json> = {};
  const { securitySchemes, schemas: common } = described.components as Record<string, Json>;
  const schemes = keysOnly ? { key: (securitySchemes as Json).key } : securitySchemes;
  for (const [title, schema] of Object.entries(common as Json))
    schemas[title] = hoisted(schema, schemas) as Json;
  const paths = Object.fromEntries(
    Object.entries(described.paths as Record<string, Record<string, Json>>).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, call]) => [method, toPublishedCall(call, schemas, keysOnly)]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: GENERAL_DESCRIPTION,
      contact: { name, email },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: {
      description: 'Разработчикам: с чего начать, примеры, вебхуки',
      url: `${address}/developers`,
    },
    servers: [{ url: address || '/', description: 'портал' }],
    tags: described.tags,
    paths,
    components: {
      securitySchemes: schemes,
      schemas: Object.fromEntries(
        Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
      responses: RESPONSES,
    },
  };
}

const GENERAL_DESCRIPTION =
  'Вызовы портала топливных карт. Ответ — конверт `{code, data, meta, message, error_messages}`; статус HTTP равен `code`.';

const REFUSED = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

const refusal = (description: string, message: string, code: number): Json => ({
  description,
  content: { 'application/json': { ...REFUSED['application/json'], example: { code, message } } },
});

const RESPONSES: Json = {
  Unknown: {
    ...refusal('Нет ключа или сеанса, или они больше не действуют', 'Ключ отозван', 401),
    headers: { 'WWW-Authenticate': { description: 'как представиться', schema: { type: 'string' } } },
  },
  NotAllowed: refusal('Этого ключ, роль или компания не может', 'У ключа нет права читать карты', 403),
  TooOften: {
    ...refusal('Слишком часто', 'Слишком много запросов, повторите через 5 с', 429),
    headers: { 'Retry-After': { description: 'секунды', schema: { type: 'integer' } } },
  },
};

const makeRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

function toPublishedCall(call: Json, schemas: Record<string, Json>, keysOnly: boolean): Json {
  const id = call.operationId as string;
  const operationId = keysOnly ? id.replace(/V1$/, '') : id;
  // Both addresses of a call have one body and one answer.
  const title = pascal(id.replace(/V1$|At_.*$/, ''));
  const { requestBody, responses, parameters = [], security } = call as Record<string, Json>;
  const { default: other, ...good } = responses as Record<string, Json>;
  const input = (content: Json, of: 'request' | 'reply', suffix: string): Json =>
    named(content, { title: `${title}${suffix}`, of, schemas });
  const known =
    (security as unknown as Json[]).length > 0 ? { 401: makeRef('Unknown'), 403: makeRef('NotAllowed') } : {};
  const refused = { ...other, content: input((other as Json).content as Json, 'reply', 'Failure') };
  return {
    ...call,
    operationId,
    ...(keysOnly && { security: (security as unknown as Json[]).filter((json) => 'key' in json) }),
    ...((parameters as unknown as Json[]).length > 0 && {
      parameters: (parameters as unknown as Json[]).map((parameter) =>
        toPublishedParameter(parameter, schemas),
      ),
    }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: input(requestBody.content as Json, 'request', 'Request') },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(good).map(([status, reply]) => [
          status,
          { ...reply, content: input(reply.content as Json, 'reply', status === '200' ? 'Reply' : 'Held') },
        ]),
      ),
      ...known,
      429: makeRef('TooOften'),
      default: refused,
    },
  };
}

/** The schemas of a body become components; JSON gets an example. */
function named(
  content: Json,
  { title, of, schemas }: { title: string; of: 'request' | 'reply'; schemas: Record<string, Json> },
): Json {
  return Object.fromEntries(
    Object.entries(content as Record<string, { schema: Json }>).map(([type, { schema }]) => {
      if (schema.format === 'binary' || schema.$ref) return [type, { schema }];
      const place = { ...schema, [SCHEMA_NAME_KEY]: schema[SCHEMA_NAME_KEY] ?? title };
      const isPlain = type === 'application/json' && !schema.allOf;
      const example = isPlain ? { example: makeExample(schema, of) } : {};
      return [type, { schema: hoisted(place, schemas), ...example }];
    }),
  );
}

function toPublishedParameter(parameter: Json, schemas: Record<string, Json>): Json {
  const { description, ...schema } = hoisted(parameter.schema, schemas) as Json;
  return { ...parameter, ...(description ? { description } : {}), schema };
}

/** The same without the schemas that have a name: those go to the components. */
function hoisted(node: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => hoisted(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { [SCHEMA_NAME_KEY]: name, ...own } = node as Json;
  const plain = withoutNoise(
    Object.fromEntries(Object.entries(own).map(([field, value]) => [field, hoisted(value, schemas)])),
  );
  return typeof name === 'string'
    ? { $ref: `#/components/schemas/${register(name, plain, schemas)}` }
    : plain;
}

/** One schema read and written differs: the second of a name gets a number. */
function register(name: string, schema: Json, schemas: Record<string, Json>): string {
  const text = JSON.stringify(schema);
  for (let nth = 1; ; nth += 1) {
    const title = nth === 1 ? name : `${name}${nth}`;
    const known = schemas[title];
    if (known && JSON.stringify(known) !== text) continue;
    schemas[title] = schema;
    return title;
  }
}

/**
 * Removes details that a program does not need: that an answer may get more fields, that a whole number fits a
 * JavaScript number, and that a number may also be written as a text, as forms do.
 */
function withoutNoise(schema: Json): Json {
  const { additionalProperties, minimum, maximum, prefixItems, ...rest } = typed(schema);
  const anyOf = withoutTexts(rest.anyOf as Json[] | undefined);
  delete rest.anyOf;
  if (anyOf?.length === 1) return withoutNoise({ ...rest, ...anyOf[0] });
  const number =
    (anyOf as Json[] | undefined)?.length === 2 && (anyOf as Json[]).find((json) => json.type === 'number');
  const digits = (anyOf as Json[] | undefined)?.some((json) => String(json.pattern).startsWith('^\\s*\\d'));
  const tuple = prefixItems as Json[] | undefined;
  return {
    ...(anyOf ? (number && digits ? { type: 'number' } : { anyOf }) : {}),
    ...rest,
    ...(tuple && { items: tuple[0], minItems: tuple.length, maxItems: tuple.length }),
    ...(additionalProperties !== undefined && additionalProperties !== false ? { additionalProperties } : {}),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER ? { minimum } : {}),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER ? { maximum } : {}),
  };
}

/** Adds the type to a constant, because generators take one without it for a text. */
function typed(schema: Json): Json {
  if (schema.const === undefined || schema.type !== undefined || schema.const === null) return { ...schema };
  const type = Number.isInteger(schema.const) ? 'integer' : typeof schema.const;
  return { type, ...schema };
}

/** `0 | 1 | '0' | '1'`, as forms write numbers, is `0 | 1` to a program; generators make one name of each pair. */
function withoutTexts(choices: Json[] | undefined): Json[] | undefined {
  const numbers = choices?.find((choice) => choice.type === 'number' && Array.isArray(choice.enum))
    ?.enum as unknown[];
  if (!numbers) return choices;
  const isSame = (json: Json) =>
    json.type === 'string' &&
    Array.isArray(json.enum) &&
    json.enum.every((text) => numbers.includes(Number(text)));
  return choices?.filter((choice) => !isSame(choice));
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
