import { sql } from 'kysely';
import type { EventType } from '#contract/events.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import type { EventPlace } from './event-cursor.ts';

export interface EventRow extends EventPlace {
  type: EventType;
  at: Date;
  data: Record<string, unknown>;
}

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

/** In order, from behind a place up to the horizon, which has to be read before by another statement. */
export function findEvents(
  db: Db,
  { companyId }: CompanyScope,
  asked: {
    after: EventPlace;
    horizon: Pick<EventHorizon, 'generation' | 'xid'>;
    types: readonly EventType[] | null;
    limit: number;
  },
): Promise<EventRow[]> {
  const { after, horizon } = asked;
  const ofTypes = asked.types === null ? sql`` : sql`and type = any(${asked.types}::text[])`;
  return rows(
    db,
    sql<EventRow>`
      select id, generation, xid::text as xid, type, at, data from change_event
      where company_id = ${companyId}
        and (generation, change_event.xid, id) > (${after.generation}::smallint, ${after.xid}::xid8, ${after.id}::bigint)
        and (generation, change_event.xid) < (${horizon.generation}::smallint, ${horizon.xid}::xid8)
        ${ofTypes}
      order by generation, change_event.xid, id
      limit ${asked.limit}`,
  );
}
