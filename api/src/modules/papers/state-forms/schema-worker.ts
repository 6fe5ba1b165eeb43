import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';

export interface ToSchemaWorker {
  id: number;
  bytes: Uint8Array;
  /** Paths of the schemas that it must pass. */
  schemas: readonly string[];
}

export interface SchemaAnswer {
  id: number;
  /** Empty means that it passes. */
  problems: string[];
}

const MAX_PROBLEMS = 20;
const MAX_CHARACTERS = 500;

/** Compiled once: a form's schema takes half a second. */
const compiled = new Map<string, XsdValidator>();

parentPort?.on('message', ({ id, bytes, schemas }: ToSchemaWorker) => {
  const answer: SchemaAnswer = { id, problems: listProblems(bytes, schemas) };
  parentPort?.postMessage(answer);
});

function listProblems(bytes: Uint8Array, schemas: readonly string[]): string[] {
  const problems: string[] = [];
  try {
    using document = XmlDocument.fromBuffer(bytes);
    for (const schema of schemas) problems.push(...problemsBy(document, schema));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems.slice(0, MAX_PROBLEMS).map((problem) => problem.trim().slice(0, MAX_CHARACTERS));
}

function problemsBy(document: XmlDocument, schema: string): string[] {
  try {
    getValidator(schema).validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message);
    throw error;
  }
}

function getValidator(path: string): XsdValidator {
  const known = compiled.get(path);
  if (known) return known;
  // libxml2 takes a text's own encoding for what it declares: a text in memory declares none.
  const text = fromWindows1251(readFileSync(path)).replace(/^\uFEFF?<\?xml[^>]*\?>/, '');
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(text));
  compiled.set(path, validator);
  return validator;
}
