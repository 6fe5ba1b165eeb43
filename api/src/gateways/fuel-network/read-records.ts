import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NetworkUnavailable, type UnreadableRecord } from './fuel-network.ts';
import { identifier } from './wire-values.ts';

export interface Records<Value> {
  readable: Value[];
  unreadable: UnreadableRecord[];
}

const ID = /^[\w.:/-]{1,100}$/;

/** Reads each record of a network's list separately, so that an unreadable one hides no other. */
export function readRecords<Value>(
  input: readonly unknown[],
  idField: string,
  read: (record: unknown) => Value,
): Records<Value> {
  const records: Records<Value> = { readable: [], unreadable: [] };
  for (const record of input) {
    try {
      records.readable.push(read(record));
    } catch (error) {
      const text = JSON.stringify(record);
      records.unreadable.push({
        key: getRecordKey(record, idField, text),
        text,
        problem: describeProblem(error),
      });
    }
  }
  return records;
}

/**
 * All records, for decisions that depend on a record being absent: an unreadable record might be the one in question, so
 * the network then counts as unavailable.
 */
export function requireAll<Value>({ readable, unreadable }: Records<Value>): Value[] {
  const [first] = unreadable;
  if (first) throw new NetworkUnavailable(`a record can’t be read: ${first.problem}`);
  return readable;
}

function getRecordKey(record: unknown, idField: string, text: string): string {
  const { data } = z.looseObject({ [idField]: identifier }).safeParse(record);
  const id = data?.[idField] ?? '';
  return ID.test(id) ? id : createHash('sha256').update(text).digest('hex');
}

function describeProblem(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
