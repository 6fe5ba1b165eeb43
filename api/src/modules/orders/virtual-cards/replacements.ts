import { sql } from 'kysely';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, type OperationStatusId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** The replacement of a lost card by a virtual one. */
export interface Replacement {
  id: number;
  companyId: number;
  itemId: number;
  userId: number;
  askedBy: string;
  askedAt: Date;
  oldCard: { id: number; number: string };
  newCard: { id: number; number: string } | null;
  /** The new card has its rules, truck and drivers. */
  isSetUp: boolean;
  /** The old card is blocked at its network. */
  isBlocked: boolean;
  /** Kopecks of the old card. Null until they are known. */
  moved: number | null;
  payoutId: number | null;
  transferId: number | null;
  problem: string | null;
  endedAt: Date | null;
}

const SELECT = sql`
  select replacement.id, replacement.company_id as "companyId", replacement.item_id as "itemId",
    replacement.asked_by as "userId", replacement.asked_at as "askedAt",
    coalesce(nullif(concat_ws(' ', author.firstname, author.lastname), ''), 'Сотрудник') as "askedBy",
    json_build_object('id', old.id, 'number', old.card_number) as "oldCard", fresh.card as "newCard",
    setup.set_up_at is not null as "isSetUp", old.status_id = ${CARD_STATUS.blocked} and not exists (
      select from operation where operation.card_id = old.id and operation.status_id = ${OPERATION_STATUS.inProgress}
        and operation.type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})) as "isBlocked",
    replacement.moved_kopecks::float8 as moved, replacement.payout_id as "payoutId",
    replacement.transfer_id as "transferId", replacement.problem, replacement.ended_at as "endedAt"
  from card_replacement replacement
  join app_user author on author.id = replacement.asked_by
  join card old on old.id = replacement.old_card_id
  join card_setup setup on setup.item_id = replacement.item_id
  left join lateral (
    select json_build_object('id', card.id, 'number', card.card_number) as card from card
    where card.request_item_id = replacement.item_id order by card.id limit 1
  ) fresh on true`;

/** Returns the replacement of a card, or the one that has brought it. Null where there is none. */
export function findReplacement(db: Db, scope: CompanyScope, cardId: number): Promise<Replacement | null> {
  return firstRow(
    db,
    sql<Replacement>`${SELECT} where replacement.company_id = ${scope.companyId} and (replacement.old_card_id = ${cardId}
      or replacement.item_id = (select request_item_id from card where id = ${cardId} and company_id = ${scope.companyId}))
      order by replacement.old_card_id = ${cardId} desc limit 1`,
  );
}

/** Lists the replacements that have not ended, oldest first. */
export function listOpenReplacements(db: Db, max: number): Promise<Replacement[]> {
  return rows(
    db,
    sql<Replacement>`${SELECT} where replacement.ended_at is null order by replacement.id limit ${max}`,
  );
}

export async function findOpenReplacement(db: Db, id: number): Promise<Replacement | null> {
  return firstRow(
    db,
    sql<Replacement>`${SELECT} where replacement.id = ${id} and replacement.ended_at is null`,
  );
}

/** Returns its id, or null where the card is replaced already. */
export async function insertReplacement(
  tx: Db,
  args: { companyId: number; oldCardId: number; itemId: number; userId: number; now: Date },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into card_replacement (company_id, old_card_id, item_id, asked_by, asked_at)
      values (${args.companyId}, ${args.oldCardId}, ${args.itemId}, ${args.userId}, ${args.now})
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Stores how far the money of a replacement is. An absent field stays. */
export async function updateReplacement(
  db: Db,
  id: number,
  change: { moved?: number; payoutId?: number; transferId?: number },
): Promise<void> {
  await sql`
    update card_replacement set moved_kopecks = coalesce(${change.moved ?? null}::bigint, moved_kopecks),
      payout_id = coalesce(${change.payoutId ?? null}::bigint, payout_id),
      transfer_id = coalesce(${change.transferId ?? null}::bigint, transfer_id)
    where id = ${id} and ended_at is null`.execute(db);
}

/** With a problem a person has to do the rest. */
export async function endReplacement(
  db: Db,
  id: number,
  { problem, now }: { problem: string | null; now: Date },
): Promise<void> {
  await sql`
    update card_replacement set ended_at = ${now}, problem = ${problem} where id = ${id} and ended_at is null`.execute(
    db,
  );
}

/** The last block of a card, as its proof shows it. */
export interface CardBlock {
  operationId: number;
  statusId: OperationStatusId;
  askedAt: Date;
  /** Null when the programme asked for it. */
  askedBy: string | null;
  networkRequestId: string | null;
  finishedAt: Date | null;
  reason: string | null;
}

export function findLastBlock(db: Db, scope: CompanyScope, cardId: number): Promise<CardBlock | null> {
  return firstRow(
    db,
    sql<CardBlock>`
      select operation.id as "operationId", operation.status_id as "statusId", operation.created_at as "askedAt",
        nullif(concat_ws(' ', author.firstname, author.lastname), '') as "askedBy",
        operation.network_request_id as "networkRequestId", operation.finished_at as "finishedAt", operation.reason
      from operation left join app_user author on author.id = operation.author_id
      where operation.company_id = ${scope.companyId} and operation.card_id = ${cardId}
        and operation.type_id = ${OPERATION_TYPE.blocking} and operation.status_id <> ${OPERATION_STATUS.failed}
      order by operation.id desc limit 1`,
  );
}

/** A purchase that a network dates after the block. */
export interface LatePurchase {
  id: number;
  at: Date;
  address: string;
  sum: number;
}

/** Lists the purchases that a card's network has dated after a moment, oldest first. */
export function listPurchasesSince(
  db: Db,
  scope: CompanyScope,
  { cardId, since, max }: { cardId: number; since: Date; max: number },
): Promise<LatePurchase[]> {
  return rows(
    db,
    sql<LatePurchase>`
      select id, sold_at as at, coalesce(address, '') as address, sum_kopecks::float8 as sum from operation
      where company_id = ${scope.companyId} and card_id = ${cardId} and type_id = ${OPERATION_TYPE.purchase}
        and sold_at > ${since} order by sold_at, id limit ${max}`,
  );
}
