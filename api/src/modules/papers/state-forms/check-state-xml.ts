import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../../config/config.ts';
import type { SchemaAnswer, ToSchemaWorker } from './schema-worker.ts';
import type { StateForm } from './state-form.ts';

interface PendingCheck {
  resolve(problems: string[]): void;
  reject(error: Error): void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, PendingCheck>();

/**
 * Returns the parser's problems in a file of the State's exchange, or an empty list. Our own rules are always checked,
 * the State's schema only where its folder is configured. A separate thread does this and caches the compiled schemas.
 */
export function checkStateXml(
  { stateSchemas }: Pick<Config, 'stateSchemas'>,
  form: StateForm,
  bytes: Uint8Array,
): Promise<string[]> {
  const schemas: string[] = [];
  if (form.ownRules !== null) schemas.push(fileURLToPath(new URL(`./${form.ownRules}`, import.meta.url)));
  if (stateSchemas !== null && form.schema !== null) schemas.push(path.join(stateSchemas, form.schema));
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ id: lastId, bytes, schemas } satisfies ToSchemaWorker);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./schema-worker.ts', import.meta.url));
  started.unref();
  started.on('message', ({ id, problems }: SchemaAnswer) => {
    waiting.get(id)?.resolve(problems);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  // The next check replaces a dead thread. Callers that waited for it try again.
  const end = (error: Error): void => {
    if (worker === started) worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  started.on('exit', () => end(new Error('the thread that checks XML has ended')));
  return started;
}
