import fc from 'fast-check';
import { brokenBody, hostile, type Body } from './hostile-values.ts';

/** A JSON schema, as far as requests are made from it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

/** One call of the OpenAPI document. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Schema of the body by its type. */
  bodies: Record<string, Schema>;
}

export interface BadRequest {
  operation: string;
  method: string;
  /** Target with the query. */
  target: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

interface OpenApiOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The calls of an OpenAPI document. */
export function listOperations(document: Record<string, unknown>): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, OpenApiOperation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, documented]) => ({
        id: documented.operationId,
        method: method.toUpperCase(),
        path,
        parameters: documented.parameters ?? [],
        bodies: Object.fromEntries(
          Object.entries(documented.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
        ),
      })),
  );
}

/** Generates a request to one of the calls. Parts of it follow the document, parts violate it. */
export function badRequest(operations: readonly Operation[]): fc.Arbitrary<BadRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        path: generatePath(operation),
        query: generateQuery(operation),
        headers: generateHeaders(operation),
        body: generateBody(operation),
      })
      .map(({ path, query, headers, body }) => ({
        operation: operation.id,
        method: operation.method,
        target: query ? `${path}?${query}` : path,
        headers: { ...headers, ...(body?.type ? { 'content-type': body.type } : {}) },
        body: body?.bytes,
      })),
  );
}

/** Generates three of four values as the schema requires, so that most requests get past the first field. */
function generateValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: generateValidValue(schema) }, { weight: 1, arbitrary: hostile });
}

function generateValidValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum?.length) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return fc.oneof(...choices.map(generateValidValue));
  if (schema.allOf?.length) return fc.oneof(...schema.allOf.map(generateValidValue));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.properties) return generateObject(schema);
  if (type === 'array') return fc.array(generateValue(schema.items ?? {}), { maxLength: 4 });
  if (type === 'integer' || type === 'number') return generateNumber(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return generateText(schema);
}

function generateObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, generateValue(schema)] as const);
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) })
    .map((made) => ({ ...made }));
}

function generateNumber({ minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<unknown> {
  const [low, high] = [Math.ceil(Math.max(minimum, -1e9)), Math.floor(Math.min(maximum, 1e9))];
  return fc.oneof(fc.integer({ min: Math.min(low, high), max: high }), fc.integer({ min: 1, max: 5 }));
}

const TEXTS = [
  '1',
  '2',
  '10',
  '100,50',
  '123456',
  '79000000001',
  'Иванов',
  'ivan@example.ru',
  '7707083893',
  'а 123 вс 77',
  'all',
];
const DAYS = ['2026-09-01', '2026-09-15', '2026-10', '2026-09-15T09:00:00Z'];

function generateText({ format }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date' || format === 'date-time') return fc.constantFrom(...DAYS);
  if (format === 'uuid') return fc.uuid();
  return fc.oneof(fc.constantFrom(...TEXTS, ...DAYS), fc.string({ maxLength: 12 }));
}

function generatePath({ path, parameters }: Operation): fc.Arbitrary<string> {
  const holes = parameters.filter((parameter) => parameter.in === 'path');
  const values = fc.tuple(...holes.map(({ schema }) => generateValue(schema)));
  return values.map((input) =>
    holes.reduce((text, { name }, at) => text.replace(`{${name}}`, () => encode(input[at])), path),
  );
}

function generateQuery({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const documented = known.map(({ name, schema, required }) =>
    fc
      .option(generateValue(schema), { freq: required ? 9 : 2, nil: undefined })
      .map((value) => formatPair(name, value)),
  );
  const strange = fc.option(
    fc.constantFrom('x[]=1&x[]=2', 'page=1&page=2', 'a[b][c]=1', '%', '=&&=', '__proto__[x]=1'),
    {
      freq: 1,
      nil: '',
    },
  );
  return fc.tuple(...documented, strange).map((parts) => parts.filter(Boolean).join('&'));
}

function formatPair(name: string, value: unknown): string {
  return value === undefined ? '' : `${encode(name)}=${encode(value)}`;
}

function generateHeaders({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const known = parameters.filter((parameter) => parameter.in === 'header');
  const documented = known.map(({ name }) =>
    fc
      .option(fc.constantFrom('1', 'key-1', 'x'.repeat(300), '\u00ff', ' '), { nil: undefined })
      .map((value) => (value === undefined ? {} : { [name.toLowerCase()]: value })),
  );
  return fc.tuple(...documented).map((all) => Object.assign({}, ...all));
}

function generateBody({ bodies }: Operation): fc.Arbitrary<Body> {
  const documented = Object.entries(bodies).map(([type, schema]) =>
    generateValue(schema).map((value) => ({ type: getContentType(type), bytes: encodeBody(type, value) })),
  );
  if (documented.length === 0) return fc.constant(undefined);
  return fc.oneof({ weight: 8, arbitrary: fc.oneof(...documented) }, { weight: 1, arbitrary: brokenBody });
}

const BOUNDARY = 'magistral-boundary';

function getContentType(type: string): string {
  return type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type;
}

function encodeBody(type: string, value: unknown): string {
  if (type === 'application/json') return JSON.stringify(value) ?? 'undefined';
  if (type === 'text/csv') return plain(value);
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [['value', value]];
  if (type !== 'multipart/form-data')
    return fields.map(([name, one]) => formatPair(String(name), one)).join('&');
  const parts = fields.map(([name, one]) => {
    const file = /file|act|statement/.test(String(name)) ? '; filename="a.csv"' : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${plain(one)}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function encode(value: unknown): string {
  return encodeURIComponent(plain(value).toWellFormed());
}

/** Some values refuse to become a text. */
function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'unprintable';
  }
}
