import { sql, type RawBuilder } from 'kysely';
import { bigints } from '../../../db/parameter.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';

/** What a check can be narrowed to, by the ids of its rows. */
export type PartTable =
  | 'account'
  | 'transfer'
  | 'operation'
  | 'payment'
  | 'return'
  | 'invoice'
  | 'distribution'
  | 'card'
  | 'company';

/** The rows that a check looks at. */
export interface Part {
  whole: boolean;
  /** Whether the id in this column belongs to the part. */
  of(table: PartTable, column: RawBuilder<unknown>): RawBuilder<unknown>;
}

export const WHOLE: Part = { whole: true, of: () => sql`true` };

/** Some rows of some tables, and none of the others. */
export function partOfIds(ids: Partial<Record<PartTable, readonly number[]>>): Part {
  return {
    whole: false,
    of: (table, column) => sql`${column} = any(${bigints(ids[table] ?? [])}::bigint[])`,
  };
}

/** Ids above `after`, up to `upto`. */
export type Stretch = Record<PartTable, { after: number; upto: number }>;

export function partOfStretch(stretch: Stretch): Part {
  return {
    whole: false,
    of: (table, column) => sql`(${column} > ${stretch[table].after} and ${column} <= ${stretch[table].upto})`,
  };
}

const TABLE: Record<PartTable, string> = {
  account: 'ledger_account',
  transfer: 'ledger_transfer',
  operation: 'operation',
  payment: 'bank_payment',
  return: 'advance_return',
  invoice: 'invoice',
  distribution: 'distribution',
  card: 'card',
  company: 'company',
};

/** How far the rolling pass has got in each table, and its highest id. */
export async function listReaches(db: Db): Promise<Record<PartTable, { reach: number; last: number }>> {
  const reached = await rows(db, sql<{ part: string; reach: number }>`select part, reach from check_reach`);
  const reaches = new Map(reached.map((one) => [one.part, one.reach]));
  const found: [string, { reach: number; last: number }][] = [];
  for (const [part, table] of Object.entries(TABLE)) {
    const { last } = await onlyRow(
      db,
      sql<{ last: number }>`select coalesce(max(id), 0) as last from ${sql.table(table)}`,
    );
    found.push([part, { reach: reaches.get(part) ?? 0, last }]);
  }
  return Object.fromEntries(found) as Record<PartTable, { reach: number; last: number }>;
}

export async function moveReaches(
  tx: Db,
  reaches: Readonly<Partial<Record<PartTable, number>>>,
): Promise<void> {
  await sql`
    insert into check_reach (part, reach)
    select * from unnest(${Object.keys(reaches)}::text[], ${bigints(Object.values(reaches))}::bigint[])
    on conflict (part) do update set reach = excluded.reach`.execute(tx);
}
