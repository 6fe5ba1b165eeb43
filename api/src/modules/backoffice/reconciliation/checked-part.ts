import { type RawBuilder, sql } from 'kysely';
import { encodeBigints } from '../../../db/parameter.ts';

/** Tables by whose row ids a check can be narrowed. */
export type PartTable =
  | 'account'
  | 'transfer'
  | 'operation'
  | 'payment'
  | 'return'
  | 'correction'
  | 'invoice'
  | 'distribution'
  | 'card'
  | 'company';

/** The rows that a check reads. */
export interface Part {
  whole: boolean;
  /** Returns the condition that the id in this column belongs to the part. */
  of(table: PartTable, column: RawBuilder<unknown>): RawBuilder<unknown>;
}

export const WHOLE_PART: Part = { whole: true, of: () => sql`true` };

/** Some rows of some tables, and none of the others. */
export function partOfIds(ids: Partial<Record<PartTable, readonly number[]>>): Part {
  return {
    whole: false,
    of: (table, column) => sql`${column} = any(${encodeBigints(ids[table] ?? [])}::bigint[])`,
  };
}
