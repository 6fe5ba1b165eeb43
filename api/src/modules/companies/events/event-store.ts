import { sql } from 'kysely';
import type { EventType } from '#contract/events.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { EventPlace } from './event-cursor.ts';
import type { EventHorizon } from './read-horizon.ts';

export interface EventRow extends EventPlace {
  type: EventType;
  at: Date;
  data: Record<string, unknown>;
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
