import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { EventPlace } from './event-cursor.ts';

export interface EventHorizon {
  /** Every transaction before it has ended, and what it has written is seen by whoever asks from now on. */
  xid: string;
  generation: number;
}

export function readHorizon(db: Db): Promise<EventHorizon> {
  return onlyRow(
    db,
    sql<EventHorizon>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xid, generation from event_generation`,
  );
}

/** The last event that is no longer kept. */
export function readDeletedThrough(db: Db): Promise<EventPlace> {
  return onlyRow(
    db,
    sql<EventPlace>`
      select deleted_generation as generation, deleted_xid::text as xid, deleted_id as id from event_generation`,
  );
}
