import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { toParameter } from '../../../db/parameter.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

/** A filling that a network has settled before its authorisation came. */
export interface EarlySettlement {
  partnerId: PartnerId;
  requestId: string;
  centilitres: number;
  sumKopecks: number;
}

/** Stores it once; the first figures count until the network's list of sales comes. */
export async function insertEarlySettlement(tx: Db, input: EarlySettlement, now: Date): Promise<void> {
  await sql`
    insert into early_settlement (partner_id, request_id, centilitres, sum_kopecks, came_at)
    values (${input.partnerId}, ${input.requestId}, ${input.centilitres}, ${input.sumKopecks}, ${now})
    on conflict do nothing`.execute(tx);
}

const EARLY = sql`partner_id as "partnerId", request_id as "requestId", centilitres, sum_kopecks as "sumKopecks"`;

/** Finds what waits under a network's id. */
export function findEarlySettlement(
  tx: Db,
  { partnerId, requestId }: { partnerId: PartnerId; requestId: string },
): Promise<EarlySettlement | null> {
  return firstRow(
    tx,
    sql<EarlySettlement>`
      select ${EARLY} from early_settlement
      where partner_id = ${partnerId} and request_id = ${requestId} and ended_at is null`,
  );
}

/** Lists what waits under these ids. */
export function listWaitingSettlements(
  tx: Db,
  named: readonly { partnerId: PartnerId; requestId: string }[],
): Promise<EarlySettlement[]> {
  return rows(
    tx,
    sql<EarlySettlement>`
      select ${EARLY}
      from unnest(${named.map(({ partnerId }) => partnerId)}::int[], ${toParameter(named.map(({ requestId }) => requestId))}::text[])
        as named (network, named_id)
      join early_settlement on partner_id = named.network and request_id = named.named_id
      where ended_at is null`,
  );
}

/** Lists those whose authorisation has come and that are not booked yet. */
export function listAnsweredSettlements(db: Db, max: number): Promise<EarlySettlement[]> {
  return rows(
    db,
    sql<EarlySettlement>`
      select ${EARLY} from early_settlement early
      where ended_at is null and exists (select from authorisation
        where authorisation.partner_id = early.partner_id and authorisation.request_id = early.request_id)
      order by came_at limit ${max}`,
  );
}

/** Ends those that are in the books. */
export async function endEarlySettlements(
  tx: Db,
  { partnerId, requestIds, now }: { partnerId: PartnerId; requestIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update early_settlement set ended_at = ${now}
    where partner_id = ${partnerId} and request_id = any(${requestIds}::text[]) and ended_at is null`.execute(
    tx,
  );
}

/** Deletes those that ended before a moment, and returns how many. */
export function deleteOldEarlySettlements(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'early_settlement', sql`ended_at < ${before}`);
}
