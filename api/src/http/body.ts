import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { badRequest, fieldRefusal, NO_FIELDS, Refusal, tooLarge, UNREADABLE } from '../errors.ts';
import { storableText } from '../lib/storable-text.ts';
import { withoutGaps, copyPlaces } from './list-places.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

export interface ReadBody {
  fields: Record<string, unknown>;
  file: UploadedFile | null;
}

/** The limit for all fields of one request together, in whatever format. */
export const TEXT_LIMIT_BYTES = 1024 * 1024;
const PACKED = 'Сжатый запрос не принимается: отправьте его без Content-Encoding';
const NO_FILE_HERE = 'Файл здесь не нужен';
const FILE_TOO_LARGE = 'Файл больше 10 МБ';
const FORM = {
  depth: 5,
  parameterLimit: 1000,
  arrayLimit: 500,
  allowSparse: true,
  allowPrototypes: false,
  plainObjects: false,
} as const;

const readForm = (text: string): object => withoutGaps(qs.parse(text, FORM)) as object;

/**
 * Forms, JSON and multipart are equal (docs/calls.md 1): every call takes its fields from any of the three. What
 * cannot be read is the sender's mistake.
 */
export async function acceptEveryBody(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 200, fieldSize: TEXT_LIMIT_BYTES, parts: 201 },
  });
  // An empty text is text/plain to many programs. Without a type, nothing is read.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request)) delete request.headers['content-type'];
    done();
  });
  // Behind the headers of calls, which a refusal has too.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isCompressed(request)) done(badRequest(PACKED));
    else done(null, payload);
  });
  // Read as bytes: read as a string, invalid UTF-8 would silently become other text.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => readForm(readEscaped(readText(bytes))),
  );
  // Passed on unread: it is read when the sender is known, and whether the call takes a file.
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const text = readText(bytes as Buffer);
      // Clients that send an empty body often still declare it JSON.
      if (text.trim() === '') done(null, {});
      else if (isTooDeep(text)) done(badRequest(UNREADABLE));
      else
        void parseJson(request, text, (error, input) => done(error, error ? undefined : readFields(input)));
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * Returns whether a request is compressed, which no document promises to support. Unpacking made a few bytes large,
 * left forms with files without an answer, and the connection unread where it failed.
 */
function isCompressed(request: FastifyRequest): boolean {
  return hasBody(request) && !/^(identity)?$/i.test(request.headers['content-encoding'] ?? '');
}

/** Returns whether a request has a body. A client without one sends a zero length or none. */
function hasBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest(UNREADABLE);
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = '\ufeff';

const FORM_NAME = /^\w+(\[\w*\])+$/;

const MAX_NESTING = 32;

/** A hundred thousand lists within each other take a quarter of a second to be made; no call has more than a few. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return false;
}

/** The place of the mark that ends the JSON text which begins at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Refuses more fields than a form may have. A hundred thousand names would occupy every schema for a second. */
function readFields(input: unknown): unknown {
  if (typeof input === 'object' && input !== null && Object.keys(input).length > FORM.parameterLimit)
    throw badRequest(UNREADABLE);
  return withFormNames(input);
}

/**
 * Gives a form's names in JSON (`item[0][cards_cnt]`, `goodsGroups[]`) the meaning they have in a form. Unread, they
 * would be dropped. The form reader gets the names alone, because large values would occupy it for seconds.
 */
function withFormNames(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const named = Object.entries(input).filter(([name]) => FORM_NAME.test(name));
  if (named.length === 0) return input;
  const shape = readForm(named.map(([name], place) => `${name}=${place}`).join('&'));
  const values = named.map(([, value]): unknown => value);
  return { ...input, ...(fillShape(shape, values) as object) };
}

/** Puts each value in its place. A list's own values are the list: `goodsGroups[]` may come as `[3, 4]`. */
function fillShape(shape: unknown, values: readonly unknown[]): unknown {
  if (Array.isArray(shape))
    return copyPlaces(
      shape,
      shape.flatMap((part) => fillShape(part, values)),
    );
  if (typeof shape !== 'object' || shape === null) return values[Number(shape)];
  return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, fillShape(part, values)]));
}

/** Refuses a text with incomplete UTF-8 escapes: they would be taken literally. */
function readEscaped(text: string): string {
  try {
    decodeURIComponent(text);
  } catch {
    throw badRequest(UNREADABLE);
  }
  return text;
}

/** The fields of a request, and its file where the call has one under `fileField`. */
export async function readBody(request: FastifyRequest, fileField: string | undefined): Promise<ReadBody> {
  if (request.isMultipart()) return readMultipart(request, fileField);
  const body = request.body ?? {};
  if (body instanceof Readable) return { fields: {}, file: await readWholeFile(request, body, fileField) };
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest(NO_FIELDS);
  return { fields: body as Record<string, unknown>, file: null };
}

/** A body that is the file itself. */
async function readWholeFile(
  request: FastifyRequest,
  body: Readable,
  fileField: string | undefined,
): Promise<UploadedFile> {
  try {
    if (!fileField) throw badRequest(NO_FILE_HERE);
    const chunks: Buffer[] = [];
    let size = 0;
    // An unread stream is destroyed with its connection, and the refusal still has to be written there.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > UPLOAD_MAX_BYTES) throw fieldRefusal(fileField, FILE_TOO_LARGE);
      chunks.push(chunk);
    }
    return { name: `${fileField}.csv`, bytes: Buffer.concat(chunks) };
  } catch (error) {
    discardRest(request);
    throw error;
  }
}

/**
 * While a part of this request is unread, the sender's next one over the same connection gets no answer, and the
 * reader of multipart would go on collecting the unread part.
 */
function discardRest(request: FastifyRequest): void {
  request.raw.unpipe().resume();
}

async function readMultipart(request: FastifyRequest, fileField: string | undefined): Promise<ReadBody> {
  try {
    return await readParts(request, fileField);
  } catch (error) {
    discardRest(request);
    if (error instanceof Refusal) throw error;
    // A broken boundary, too many parts or a lost connection: the sender's mistake.
    throw badRequest('Форму не удалось прочитать');
  }
}

async function readParts(request: FastifyRequest, fileField: string | undefined): Promise<ReadBody> {
  const pairs: string[] = [];
  let file: UploadedFile | null = null;
  let uploading = '';
  let textBytes = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        // A part of type application/json arrives parsed.
        if (typeof part.value !== 'string') throw badRequest('Поля формы передаются текстом, не JSON');
        textBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(part.value);
        if (textBytes > TEXT_LIMIT_BYTES || part.valueTruncated) throw tooLarge();
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(part.value)}`);
        continue;
      }
      if (!fileField) throw badRequest(NO_FILE_HERE);
      uploading = part.fieldname;
      const bytes = await part.toBuffer();
      if (part.fieldname === fileField && part.filename) file = { name: storableText(part.filename), bytes };
    }
  } catch (error) {
    // Thrown by the file or by the next part, whichever comes first.
    if ((error as { code?: unknown }).code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw fieldRefusal(uploading, FILE_TOO_LARGE);
  }
  // Encoding escapes the brackets in the names, so they are restored for qs.
  const text = pairs.join('&').replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  return { fields: readForm(text) as Record<string, unknown>, file };
}

/** Query string → object; empty fields count as not sent. */
export function readQuery(request: FastifyRequest): Record<string, unknown> {
  if (request.url.includes('%')) readEscaped(request.url);
  if (!request.url.includes('?')) return {};
  const query = request.query as Record<string, unknown>;
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  return Object.fromEntries(entries);
}
