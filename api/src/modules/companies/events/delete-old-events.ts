import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

const BATCH = 10_000;

/** Deletes the events before a moment, notes how far that went, and returns how many. */
export async function deleteOldEvents(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(db, before);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/** Whoever has read less far than this has missed something, and is told so. */
async function deleteBatch(db: Db, before: Date): Promise<number> {
  const { deleted } = await onlyRow(
    db,
    sql<{ deleted: number }>`
      with gone as (
        delete from change_event where ctid = any(array(
          select ctid from change_event where at < ${before} limit ${BATCH}
        )) returning generation, xid, id
      ), farthest as (
        select generation, xid, id from gone order by generation desc, xid desc, id desc limit 1
      ), noted as (
        update event_generation
        set deleted_generation = farthest.generation, deleted_xid = farthest.xid, deleted_id = farthest.id
        from farthest
        where (farthest.generation, farthest.xid, farthest.id) > (deleted_generation, deleted_xid, deleted_id)
      )
      select count(*)::int as deleted from gone`,
  );
  return deleted;
}
