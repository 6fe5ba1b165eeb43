import { sql } from 'kysely';
import {
  CARD_STATUS,
  OPERATION_STATUS,
  OPERATION_TYPE,
  type PartnerId,
  SANDBOX_NETWORK,
} from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { toCases, MAX_CASES, type CaseRow, type Askable, type CaseKind } from '../../cards/commands/cases.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import { type RefusedDebtor, blockDebtorAgain } from './block-debtors.ts';

const BLOCK_OF_CARD = sql`operation.card_id = card.id and operation.type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})`;

/**
 * Active cards with unpaid fuel whose block their network has refused, with the number of refusals since a block or
 * unblock last succeeded.
 */
const REFUSED = sql`
  card join ledger_account debt on debt.company_id = card.company_id and debt.kind = 'debt'
    and debt.partner_id = card.partner_id and debt.balance_kopecks < 0
    and card.shortfall_kopecks > 0 and card.status_id <> ${CARD_STATUS.blocked}
  join lateral (
    select type_id, status_id, finished_at, reason from operation where ${BLOCK_OF_CARD} order by id desc limit 1
  ) as last on last.type_id = ${OPERATION_TYPE.blocking} and last.status_id = ${OPERATION_STATUS.failed}
  cross join lateral (
    select count(*) as count, min(finished_at) as since from operation
    where ${BLOCK_OF_CARD} and status_id = ${OPERATION_STATUS.failed}
      and id > coalesce((select max(id) from operation where ${BLOCK_OF_CARD} and status_id = ${OPERATION_STATUS.done}), 0)
  ) as refusals`;

/** Lists the cards whose network is to be called again. The pause doubles with each refusal. */
export async function listDueDebtors(
  db: Db,
  args: { now: Date; cardId: number | null },
): Promise<RefusedDebtor[]> {
  return debtorsWhere(
    db,
    sql`last.finished_at + least(interval '1 minute' * 2 ^ least(refusals.count - 1, 20), interval '1 day') <= ${args.now}
      and (${args.cardId}::bigint is null or card.id = ${args.cardId})`,
  );
}

async function debtorsWhere(db: Db, condition: ReturnType<typeof sql>): Promise<RefusedDebtor[]> {
  const found = await rows(
    db,
    sql<{ id: number; company_id: number; partner_id: PartnerId }>`
      select card.id, card.company_id, card.partner_id from ${REFUSED} where ${condition} order by card.id`,
  );
  return found.map((row) => ({ cardId: row.id, companyId: row.company_id, partnerId: row.partner_id }));
}

/** The card, if it is one of these, due or not. */
async function findRefusedDebtor(db: Db, cardId: number): Promise<RefusedDebtor | null> {
  const [debtor] = await debtorsWhere(db, sql`card.id = ${cardId}`);
  return debtor ?? null;
}

/** All of these, for the staff: since the first refusal, with the reason of the last. */
async function listRefusedDebtors(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow>`
      select card.id, refusals.since, refusals.count as attempts, partner.id as partner_id, partner.title as partner_title,
        company.id as company_id, company.inn, company.title as company_title, card.card_number,
        last.reason as said, last.finished_at as heard_at, count(*) over () as total
      from ${REFUSED}
      join company on company.id = card.company_id
      join partner on partner.id = card.partner_id and partner.id <> ${SANDBOX_NETWORK}
      order by refusals.since desc, card.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, () => ({}));
}

/** «Карты с долгом»: a card that owes for fuel, and whose block its network has refused. */
export const refusedDebtorCase = {
  list: listDescribed(listRefusedDebtors, () => ({ asked: 'Блокировка карты с долгом', deeds: ['ask'] })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, cardId: number): Promise<void> {
  const requested = await ctx.db.inSystem((tx) =>
    blockDebtorAgain(tx, { cardId, clock: ctx.clock, find: () => findRefusedDebtor(tx, cardId) }),
  );
  if (!requested) throw conflict('Карту уже блокируют, она заблокирована, или долга больше нет');
}
