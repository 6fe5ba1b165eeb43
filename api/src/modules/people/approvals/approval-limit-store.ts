import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** Null while it is as configured. */
export async function findLimit(db: Db): Promise<Kopecks | null> {
  const row = await firstRow(
    db,
    sql<{ sum: number }>`select credit_above_kopecks as sum from approval_limit`,
  );
  return row && kopecks(row.sum);
}

export async function upsertLimit(tx: Db, sum: Kopecks): Promise<void> {
  await sql`
    insert into approval_limit (credit_above_kopecks) values (${sum})
    on conflict (only_one) do update set credit_above_kopecks = excluded.credit_above_kopecks`.execute(tx);
}
