import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { ILLEGIBLE } from './orphan-reason.ts';
import type { Orphan } from './orphan-store.ts';

/** The sum of a sale, whole kopecks as we write them; an unreadable record has none. */
const SUM = sql`coalesce(case when jsonb_typeof(event -> 'sumKopecks') = 'number' then abs((event ->> 'sumKopecks')::numeric)::bigint end, 0)`;

/** Call `takeTurn` before deciding by this: whoever books sales of its network holds the turn. */
export async function findOrphan(db: Db, id: number): Promise<Orphan | null> {
  const row = await firstRow(
    db,
    sql<{
      partner_id: PartnerId;
      external_id: string;
      reason: string;
      booked_at: Date | null;
      closed_at: Date | null;
      sum: number;
    }>`
      select partner_id, external_id, reason, booked_at, closed_at, ${SUM} as sum from network_orphan where id = ${id}`,
  );
  return (
    row && {
      partnerId: row.partner_id,
      externalId: row.external_id,
      isIllegible: row.external_id.startsWith(ILLEGIBLE),
      reason: row.reason,
      bookedAt: row.booked_at,
      closedAt: row.closed_at,
      sum: kopecks(row.sum),
    }
  );
}
