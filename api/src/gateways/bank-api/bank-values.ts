import { z } from 'zod';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../lib/money-format.ts';
import type { BankMovement } from './bank-api.ts';

/** Rubles as a number or a text with a point, 12 digits before it at most → kopecks. */
export const bankRubles = z.union([z.number(), z.string()]).transform((input, problems): Kopecks => {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(
    typeof input === 'number' ? input.toFixed(2) : input.trim(),
  );
  if (match) return kopecks(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')));
  problems.addIssue('not a sum');
  return z.NEVER;
});

/** Parses a moment. Without a zone it is UTC, as both banks document theirs. */
export const bankMoment = z.string().transform((input, problems): Date => {
  const at = new Date(
    /(Z|[+-]\d{2}:?\d{2})$/.test(input) ? input : `${input.length === 10 ? `${input}T00:00:00` : input}Z`,
  );
  if (!Number.isNaN(at.getTime())) return at;
  problems.addIssue('not a moment');
  return z.NEVER;
});

/** Text that may be left out; empty is as good as nothing. */
export const bankText = z
  .string()
  .max(2000)
  .nullish()
  .transform((input) => input?.trim() || null);

/** Rows of one page: a longer list is refused before its rows are read. */
export function pageSchema<Row extends z.ZodType>(row: Row, maxRows: number) {
  return z.array(z.unknown()).max(maxRows).pipe(z.array(row));
}

/** A day or a moment of an order → its Moscow day. */
export function orderDay(input: string | null, bookedAt: Date): string {
  if (input === null) return moscowDay(bookedAt);
  if (/^\d{4}-\d{2}-\d{2}$/.test(input)) return input;
  const at = bankMoment.safeParse(input);
  return moscowDay(at.success ? at.data : bookedAt);
}

/** Each movement once: pages shift while they are read, and then show a row again. */
export function removeDuplicates(movements: readonly BankMovement[]): BankMovement[] {
  return [...new Map(movements.map((movement) => [movement.operationId, movement])).values()];
}
