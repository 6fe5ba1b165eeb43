import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import type { StateSchema } from './state-form.ts';
import { fromWindows1251 } from './windows-1251.ts';

/** A schema's file with its amendments. */
export interface SchemaFile {
  path: string;
  amendments: NonNullable<StateSchema['amendments']>;
}

export interface ToSchemaWorker {
  id: number;
  bytes: Uint8Array;
  schemas: readonly SchemaFile[];
}

export interface SchemaAnswer {
  id: number;
  /** Empty: it passes. */
  problems: string[];
}

const MOST_PROBLEMS = 20;
const MOST_LETTERS = 500;

/** Compiled once: a form's schema takes half a second. */
const compiled = new Map<string, XsdValidator>();

parentPort?.on('message', ({ id, bytes, schemas }: ToSchemaWorker) => {
  const answer: SchemaAnswer = { id, problems: problemsOf(bytes, schemas) };
  parentPort?.postMessage(answer);
});

function problemsOf(bytes: Uint8Array, schemas: readonly SchemaFile[]): string[] {
  const problems: string[] = [];
  try {
    using document = XmlDocument.fromBuffer(bytes);
    for (const schema of schemas) problems.push(...problemsBy(document, schema));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems.slice(0, MOST_PROBLEMS).map((problem) => problem.trim().slice(0, MOST_LETTERS));
}

function problemsBy(document: XmlDocument, schema: SchemaFile): string[] {
  try {
    validatorOf(schema).validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message);
    throw error;
  }
}

function validatorOf({ path, amendments }: SchemaFile): XsdValidator {
  const known = compiled.get(path);
  if (known) return known;
  // libxml2 takes a text's own encoding for what it declares: a text in memory declares none.
  let text = fromWindows1251(readFileSync(path)).replace(/^\uFEFF?<\?xml[^>]*\?>/, '');
  for (const { from, to } of amendments) {
    if (!text.includes(from)) throw new Error(`the schema ${path} has no ${from}`);
    text = text.replace(from, to);
  }
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(text));
  compiled.set(path, validator);
  return validator;
}
