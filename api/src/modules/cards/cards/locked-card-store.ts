import { sql, type RawBuilder } from 'kysely';
import type { LimitSource } from '#contract/cards/limit.ts';
import {
  CARD_STATUS,
  OPERATION_STATUS,
  OPERATION_TYPE,
  type CardStatusId,
  type PartnerId,
} from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { CardChangeKind, ChosenLimit } from './card-change.ts';
import { toChosenLimit, sourceOfChange, type LimitColumns } from './card-store.ts';

/** Card data that a change needs. The card is locked. */
export interface LockedCard {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  statusId: CardStatusId;
  /** True while the client has not confirmed the receipt: the card can't be set up before. */
  receiptAwaited: boolean;
  goodsIds: number[];
  /** The layer of rules that the goods come from. Null means that no layer has chosen them. */
  goodsSource: LimitSource | null;
  limit: ChosenLimit;
}

interface LockedRow extends LimitColumns {
  id: number;
  company_id: number;
  partner_id: PartnerId;
  status_id: CardStatusId;
  receipt_awaited: boolean;
  goods_ids: number[];
  goods_source: LimitSource | null;
  limit_source: LimitSource | null;
}

/** Locks one of the company's cards until the transaction ends; null when it has no such card. */
export async function lockCard(tx: Db, scope: CompanyScope, cardId: number): Promise<LockedCard | null> {
  const row = await firstRow(
    tx,
    sql<LockedRow>`
      select id, company_id, partner_id, status_id, receipt_awaited, goods_ids, limit_count, limit_unit, limit_period, limit_goods_groups,
        ${selectSource('goods')} as goods_source, ${selectSource('limit')} as limit_source
      from card where id = ${cardId} and company_id = ${scope.companyId} for no key update`,
  );
  if (!row) return null;
  const limit = toChosenLimit(row);
  return {
    id: row.id,
    companyId: row.company_id,
    partnerId: row.partner_id,
    statusId: row.status_id,
    receiptAwaited: row.receipt_awaited,
    goodsIds: row.goods_ids,
    goodsSource: row.goods_source,
    limit: limit && { ...limit, source: row.limit_source },
  };
}

/**
 * Selects the source of the last choice of the kind. A choice from before sources were recorded has it with the card's
 * rules.
 */
function selectSource(kind: CardChangeKind): RawBuilder<string | null> {
  return sql`coalesce(
    (select ${sourceOfChange} from card_change
      where card_change.card_id = card.id and kind = ${kind} and state <> 'superseded' order by id desc limit 1),
    (select ${sql.ref(`rule_card.${kind}_source`)} from rule_card
      where rule_card.company_id = card.company_id and rule_card.card_id = card.id))`;
}

/** Like `lockCard`, for a network's answer, which may be about any company's card. */
export async function lockCardOfAnswer(tx: Db, cardId: number): Promise<void> {
  await sql`select from card where id = ${cardId} for no key update`.execute(tx);
}

export async function setCardStatus(db: Db, args: { cardId: number; statusId: CardStatusId }): Promise<void> {
  await sql`update card set status_id = ${args.statusId} where id = ${args.cardId}`.execute(db);
}

/**
 * Makes an active card without goods not set up (spec section 4). While a block or unblock waits, the network decides
 * the status, and the code that handles its answer calls this again. The caller has locked the card.
 */
export async function unsetCardWithoutGoods(tx: Db, cardId: number): Promise<void> {
  await sql`
    update card set status_id = ${CARD_STATUS.notSetUp}
    where id = ${cardId} and status_id = ${CARD_STATUS.active} and goods_ids = '{}'
      and not exists (
        select from operation where card_id = ${cardId} and status_id = ${OPERATION_STATUS.inProgress}
          and type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})
      )`.execute(tx);
}

export async function updateGoods(
  tx: Db,
  args: { companyId: number; cardId: number; goodsIds: readonly number[] },
): Promise<void> {
  await sql`
    update card set goods_ids = ${args.goodsIds}::int[]
    where id = ${args.cardId} and company_id = ${args.companyId}`.execute(tx);
}

/** Null removes the limit. */
export async function updateLimit(
  tx: Db,
  args: { companyId: number; cardId: number; limit: ChosenLimit },
): Promise<void> {
  const { limit } = args;
  await sql`
    update card set limit_count = ${limit?.count ?? null}::bigint, limit_unit = ${limit?.unit ?? null},
      limit_period = ${limit?.period ?? null}, limit_goods_groups = ${limit?.goodsGroups ?? []}::int[]
    where id = ${args.cardId} and company_id = ${args.companyId}`.execute(tx);
}

export async function updateComment(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; comment: string },
): Promise<void> {
  await sql`
    update card set comment = ${args.comment}
    where id = ${args.cardId} and company_id = ${scope.companyId}`.execute(tx);
}
