import { sql } from 'kysely';
import {
  OPERATION_STATUS,
  OPERATION_TYPE,
  type OperationStatusId,
  type OperationTypeId,
  type PartnerId,
} from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import type { OperationRecord } from './operation.ts';

export interface OperationRow {
  id: number;
  company_id: number;
  card_id: number;
  card_number: string;
  partner_id: PartnerId;
  type_id: OperationTypeId;
  status_id: OperationStatusId;
  sum_kopecks: number;
  network_request_id: string | null;
  attempts: number;
  created_at: Date;
  author_id: number | null;
}

export const COLUMNS = sql`operation.id, operation.company_id, operation.card_id, card.card_number, operation.partner_id,
  operation.type_id, operation.status_id, operation.sum_kopecks, operation.network_request_id, operation.attempts,
  operation.created_at, operation.author_id`;

const TURNS = sql`(${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})`;

/**
 * An operation's turn has come unless it is a block that waits for an unblock of the same card, or the other way round:
 * the last to take effect decides, so it is sent only after the earlier one has ended.
 */
export const HAS_ITS_TURN = sql`(operation.type_id not in ${TURNS} or not exists (
  select from operation earlier where earlier.card_id = operation.card_id and earlier.id < operation.id
    and earlier.type_id in ${TURNS} and earlier.type_id <> operation.type_id
    and earlier.status_id = ${OPERATION_STATUS.inProgress}))`;

/** Operations whose next attempt is due, including those left behind by a stopped process; of one network or of all. */
export async function listDueOperations(
  db: Db,
  now: Date,
  limit: number,
  partnerId: PartnerId | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from operation
    where status_id = ${OPERATION_STATUS.inProgress} and next_attempt_at <= ${now}
      and (${partnerId}::int is null or partner_id = ${partnerId}::int) and ${HAS_ITS_TURN}
    order by next_attempt_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** How many commands wait for each network. */
export async function countWaitingByNetwork(db: Db): Promise<Map<PartnerId, number>> {
  const { rows } = await sql<{ partner_id: PartnerId; count: number }>`
    select partner_id, count(*)::int as count from operation where status_id = ${OPERATION_STATUS.inProgress}
    group by partner_id`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.count]));
}

export function recordOf(row: OperationRow): OperationRecord {
  return {
    id: row.id,
    companyId: row.company_id,
    cardId: row.card_id,
    cardNumber: row.card_number,
    partnerId: row.partner_id,
    typeId: row.type_id,
    statusId: row.status_id,
    sum: kopecks(row.sum_kopecks),
    networkRequestId: row.network_request_id,
    attempts: row.attempts,
    createdAt: row.created_at,
    authorId: row.author_id,
  };
}
