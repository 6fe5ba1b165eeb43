import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/** Moves the changes into their days in one statement, so that no reader sees them twice or not at all. */
export async function addChangesToDays(tx: Db): Promise<void> {
  // If another process holds the lock, there is nothing to do.
  const { mine } = await onlyRow(
    tx,
    sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('count-up-days')) as mine`,
  );
  if (!mine) return;
  await sql`
    with change as (
      delete from operation_day_change
      returning company_id, day, type_id, status_id, operations, sum_kopecks, centilitres
    )
    insert into operation_day as counted (company_id, day, type_id, status_id, operations, sum_kopecks, centilitres)
    select company_id, day, type_id, status_id, sum(operations), sum(sum_kopecks), sum(centilitres)
    from change group by company_id, day, type_id, status_id
    on conflict (company_id, day, type_id, status_id) do update set operations = counted.operations + excluded.operations,
      sum_kopecks = counted.sum_kopecks + excluded.sum_kopecks, centilitres = counted.centilitres + excluded.centilitres`.execute(
    tx,
  );
}
