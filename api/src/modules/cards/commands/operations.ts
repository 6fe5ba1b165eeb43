import { sql } from 'kysely';
import {
  type OperationStatusId,
  type OperationTypeId,
  type PartnerId,
  OPERATION_STATUS,
  OPERATION_TYPE,
  SANDBOX_NETWORK,
} from '#contract/ids.ts';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { AcknowledgeableKind } from '#contract/money/unsettled.ts';
import { type Db, firstRow, getOnlyRow } from '../../../db/database.ts';
import type { DueAt } from './list-due.ts';
import { MOVEMENTS, SILENT_TEXT } from './unclear-movement.ts';

/** A command to a network, or an event that a network reported, as needed for the ledger. */
export interface OperationRecord {
  id: number;
  companyId: number;
  cardId: number;
  cardNumber: string;
  partnerId: PartnerId;
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  sum: Kopecks;
  networkRequestId: string | null;
  attempts: number;
  createdAt: Date;
  /** The user who asked for it, or null when no user of the company did. */
  authorId: number | null;
}

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

const BLOCKING_TYPES = sql`(${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})`;

/**
 * An operation's turn has come unless it is a block that waits for an unblock of the same card, or the other way round:
 * the last to take effect decides, so it is sent only after the earlier one has ended.
 */
export const MAY_RUN_NOW = sql`(operation.type_id not in ${BLOCKING_TYPES} or not exists (
  select from operation earlier where earlier.card_id = operation.card_id and earlier.id < operation.id
    and earlier.type_id in ${BLOCKING_TYPES} and earlier.type_id <> operation.type_id
    and earlier.status_id = ${OPERATION_STATUS.inProgress}))`;

/** Lists the operations of a network whose next attempt is due, including those left behind by a stopped process. */
export async function listDueOperations(db: Db, { partnerId, now, limit }: DueAt): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from operation
    where status_id = ${OPERATION_STATUS.inProgress} and next_attempt_at <= ${now}
      and partner_id = ${partnerId} and ${MAY_RUN_NOW}
    order by next_attempt_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Counts the commands that wait for each network. */
export async function countWaitingByNetwork(db: Db): Promise<Map<PartnerId, number>> {
  const { rows } = await sql<{ partner_id: PartnerId; count: number }>`
    select partner_id, count(*)::int as count from operation where status_id = ${OPERATION_STATUS.inProgress}
    group by partner_id`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.count]));
}

export function toOperationRecord(row: OperationRow): OperationRecord {
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

export async function findOperation(db: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id where operation.id = ${id}`,
  );
  return row && toOperationRecord(row);
}

export async function findOperationByRequest(
  db: Db,
  networkRequestId: string,
): Promise<OperationRecord | null> {
  const row = await firstRow(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.network_request_id = ${networkRequestId}::uuid`,
  );
  return row && toOperationRecord(row);
}

/** The operation of these types that waits for the network on this card, if any. */
export async function findWaitingOperation(
  tx: Db,
  args: { cardId: number; typeIds: readonly OperationTypeId[] },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from operation
      where card_id = ${args.cardId} and status_id = ${OPERATION_STATUS.inProgress} and type_id = any(${args.typeIds}::int[])
      limit 1`,
  );
  return row?.id ?? null;
}

/** Returns the outcome of an operation, or null while it waits for its network. */
export async function findEnded(
  db: Db,
  id: number,
): Promise<(OperationRecord & { reason: string | null; finishedAt: Date | null }) | null> {
  const row = await firstRow(
    db,
    sql<OperationRow & { reason: string | null; finished_at: Date | null }>`
      select ${COLUMNS}, operation.reason, operation.finished_at
      from operation join card on card.id = operation.card_id
      where operation.id = ${id} and operation.status_id <> ${OPERATION_STATUS.inProgress}`,
  );
  return row && { ...toOperationRecord(row), reason: row.reason, finishedAt: row.finished_at };
}

/** Returns those of these operations that still wait for their network. */
export async function listWaiting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from operation where id = any(${ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Locks the operation that a network's answer is about; a second caller waits and reads the first one's result. */
export async function lockOperation(tx: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    tx,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.id = ${id} for no key update of operation`,
  );
  return row && toOperationRecord(row);
}

/** Like `lockOperation`, for several at once, in the order of their ids. */
export async function lockOperations(tx: Db, ids: readonly number[]): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    select ${COLUMNS} from operation join card on card.id = operation.card_id
    where operation.id = any(${ids}::bigint[]) order by operation.id for no key update of operation`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, toOperationRecord(row)]));
}

/**
 * Checks that no one has read the case in its state since that moment. Both arguments are columns of the surrounding
 * query.
 */
export function isUnread(kind: AcknowledgeableKind, id: string, since: string) {
  return sql<boolean>`not exists (
    select from acknowledgement read
    where read.kind = ${kind} and read.subject_id = ${sql.ref(id)} and read.acknowledged_at >= ${sql.ref(since)})`;
}

/** Counts the movements of all companies that were requested before a moment and have not ended. */
export async function countMovementsInTransit(db: Db, askedBefore: Date): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from operation
      where status_id = ${OPERATION_STATUS.inProgress} and type_id = any(${MOVEMENTS}::int[])
        and created_at < ${askedBefore} and partner_id <> ${SANDBOX_NETWORK}`,
  );
  return count;
}

/** Makes operations due now that failed or waited because their network was silent, when it answers again. */
export async function hastenOperations(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update operation set next_attempt_at = ${args.now} where id in (
      select operation.id from operation left join network_word word on word.operation_id = operation.id
      where operation.partner_id = ${args.partnerId} and operation.status_id = ${OPERATION_STATUS.inProgress}
        and operation.next_attempt_at > ${args.now}
        and (operation.attempts = 0 or starts_with(word.said, ${SILENT_TEXT}))
      order by operation.id for no key update of operation skip locked
    )`.execute(db);
}
