import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

export interface EventHorizon {
  /** Every transaction before it has ended, and what it has written is seen by whoever asks from now on. */
  xid: string;
  generation: number;
  deleted_generation: number;
  deleted_xid: string;
  deleted_id: number;
}

export function readHorizon(db: Db): Promise<EventHorizon> {
  return onlyRow(
    db,
    sql<EventHorizon>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xid, generation, deleted_generation,
        deleted_xid::text as deleted_xid, deleted_id
      from event_generation`,
  );
}
