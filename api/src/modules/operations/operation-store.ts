import { sql } from 'kysely';
import {
  OPERATION_STATUS,
  OPERATION_TYPE,
  type OperationStatusId,
  type OperationTypeId,
  type PartnerId,
} from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../db/database.ts';
import { SILENT_WORD } from './unclear-movement.ts';

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
}

interface OperationRow {
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
}

const COLUMNS = sql`operation.id, operation.company_id, operation.card_id, card.card_number, operation.partner_id,
  operation.type_id, operation.status_id, operation.sum_kopecks, operation.network_request_id, operation.attempts,
  operation.created_at`;

/** The intent to send a network a command; the job finds it by its id. */
export interface NewCommand {
  id: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null: the programme itself, nobody of the company. */
  authorId: number | null;
  networkRequestId: string;
  /** When to look after it if the job of this transaction never finishes. */
  nextAttemptAt: Date;
}

export async function insertCommands(tx: Db, commands: readonly NewCommand[], now: Date): Promise<void> {
  await sql`
    insert into operation (id, company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id,
      network_request_id, next_attempt_at, created_at)
    overriding system value
    select id, company_id, card_id, partner_id, type_id, ${OPERATION_STATUS.inProgress}, sum_kopecks, author_id,
      network_request_id, next_attempt_at, ${now}::timestamptz
    from unnest(
      ${commands.map((one) => one.id)}::bigint[], ${commands.map((one) => one.companyId)}::bigint[],
      ${commands.map((one) => one.cardId)}::bigint[], ${commands.map((one) => one.partnerId)}::int[],
      ${commands.map((one) => one.typeId)}::int[], ${commands.map((one) => one.sum)}::bigint[],
      ${commands.map((one) => one.authorId)}::bigint[], ${commands.map((one) => one.networkRequestId)}::uuid[],
      ${commands.map((one) => one.nextAttemptAt)}::timestamptz[]
    ) as new (id, company_id, card_id, partner_id, type_id, sum_kopecks, author_id, network_request_id, next_attempt_at)`.execute(
    tx,
  );
}

/** As `lockOperation`, several at once, in the order of their ids. */
export async function lockOperations(tx: Db, ids: readonly number[]): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    select ${COLUMNS} from operation join card on card.id = operation.card_id
    where operation.id = any(${ids}::bigint[]) order by operation.id for no key update of operation`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
}

/** Locks the operation that a network's answer is about; a second caller sees what the first has made of it. */
export async function lockOperation(tx: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    tx,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.id = ${id} for no key update of operation`,
  );
  return row && recordOf(row);
}

export async function findOperation(db: Db, id: number): Promise<OperationRecord | null> {
  const row = await firstRow(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id where operation.id = ${id}`,
  );
  return row && recordOf(row);
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
  return row && recordOf(row);
}

/** How an operation has ended; null while it waits for its network. */
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
  return row && { ...recordOf(row), reason: row.reason, finishedAt: row.finished_at };
}

export async function markFinished(
  tx: Db,
  args: { id: number; statusId: OperationStatusId; reason: string | null; now: Date },
): Promise<void> {
  await sql`
    update operation set status_id = ${args.statusId}, reason = ${args.reason}, finished_at = ${args.now}, next_attempt_at = null
    where id = ${args.id}`.execute(tx);
}

/** A network's answer to an operation, to be written down. */
export interface FinishedOperation {
  id: number;
  statusId: OperationStatusId;
  reason: string | null;
}

export async function finishOperations(
  tx: Db,
  finished: readonly FinishedOperation[],
  now: Date,
): Promise<void> {
  await sql`
    update operation set status_id = answered.status_id, reason = answered.reason, finished_at = ${now}::timestamptz,
      next_attempt_at = null
    from unnest(${finished.map((one) => one.id)}::bigint[], ${finished.map((one) => one.statusId)}::int[],
      ${finished.map((one) => one.reason)}::text[]) as answered (id, status_id, reason)
    where operation.id = answered.id`.execute(tx);
}

/**
 * An operation's turn has come unless it is a block that waits for an unblock of the same card: the last to take
 * effect decides, so the block is sent only after the unblock has ended.
 */
const HAS_ITS_TURN = sql`(operation.type_id <> ${OPERATION_TYPE.blocking} or not exists (
  select from operation earlier where earlier.card_id = operation.card_id and earlier.id < operation.id
    and earlier.type_id = ${OPERATION_TYPE.unblocking} and earlier.status_id = ${OPERATION_STATUS.inProgress}))`;

/**
 * Counts an attempt of each operation that still waits for its network, and sets when the next one is due: 5 s after
 * the first, then later and later. Returns the operations as they were before.
 */
export async function takeAttempts(
  db: Db,
  args: { ids: readonly number[]; patienceSeconds: readonly number[]; now: Date },
): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    with waiting as (
      select id from operation where id = any(${args.ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}
        and ${HAS_ITS_TURN}
      order by id for no key update
    )
    update operation set attempts = operation.attempts + 1,
      next_attempt_at = ${args.now}::timestamptz + make_interval(secs => (${args.patienceSeconds}::int[])
        [least(operation.attempts + 1, cardinality(${args.patienceSeconds}::int[]))])
    from waiting, card
    where operation.id = waiting.id and card.id = operation.card_id
    returning ${COLUMNS}`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...recordOf(row), attempts: row.attempts - 1 }]));
}

/** Which of these operations still wait for their network. */
export async function listWaiting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from operation where id = any(${ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

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

/** A silent network answers again: what met with its silence, or was held back because of it, is due now. */
export async function hastenOperations(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update operation set next_attempt_at = ${args.now} where id in (
      select operation.id from operation left join network_word word on word.operation_id = operation.id
      where operation.partner_id = ${args.partnerId} and operation.status_id = ${OPERATION_STATUS.inProgress}
        and operation.next_attempt_at > ${args.now}
        and (operation.attempts = 0 or starts_with(word.said, ${SILENT_WORD}))
      order by operation.id for no key update of operation skip locked
    )`.execute(db);
}

/** How many commands wait for each network. */
export async function countWaitingByNetwork(db: Db): Promise<Map<PartnerId, number>> {
  const { rows } = await sql<{ partner_id: PartnerId; count: number }>`
    select partner_id, count(*)::int as count from operation where status_id = ${OPERATION_STATUS.inProgress}
    group by partner_id`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.count]));
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

function recordOf(row: OperationRow): OperationRecord {
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
  };
}
