import { sql } from 'kysely';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { toCases, MAX_CASES, type CaseRow, type Askable, type CaseKind } from '../commands/cases.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listDescribed } from '../commands/network-health.ts';
import { blockCardOnHold } from './card-holds.ts';
import type { OperationRecord } from '../commands/operations.ts';
import { notify } from '../../messaging/notices/notify.ts';

const BLOCKING_TYPES = sql`(${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})`;

/** All of these, for the staff: since the hold, with the network's last word. */
async function listRefusedBlocks(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { reason: string }>`
      select card.id, hold.held_at as since, hold.reason, refusals.count as attempts, partner.id as partner_id,
        partner.title as partner_title, company.id as company_id, company.inn, company.title as company_title,
        card.card_number, last.reason as said, last.finished_at as heard_at, count(*) over () as total
      from (
        select distinct on (card_id) card_id, held_at, reason from card_hold where ended_at is null and kind not in ('rules', 'signal')
        order by card_id, held_at
      ) as hold
      join card on card.id = hold.card_id and card.status_id = ${CARD_STATUS.active}
      join company on company.id = card.company_id
      join partner on partner.id = card.partner_id and partner.id <> ${SANDBOX_NETWORK}
      join lateral (
        select type_id, status_id, finished_at, reason from operation
        where operation.card_id = card.id and operation.type_id in ${BLOCKING_TYPES} order by id desc limit 1
      ) as last on last.type_id = ${OPERATION_TYPE.blocking} and last.status_id = ${OPERATION_STATUS.failed}
      cross join lateral (
        select count(*) as count from operation
        where operation.card_id = card.id and operation.type_id = ${OPERATION_TYPE.blocking}
          and status_id = ${OPERATION_STATUS.failed} and created_at >= hold.held_at
      ) as refusals
      order by hold.held_at desc, card.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ reason }) => ({ reason }));
}

/** «Карты с отказом в блокировке»: staff hold a card or its company, and the network has refused to block it. */
export const refusedBlockCase = {
  list: listDescribed(listRefusedBlocks, ({ reason }) => ({
    asked: 'Блокировка карты сотрудниками программы',
    details: [{ label: 'Почему', value: reason }],
    deeds: ['ask'],
  })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, cardId: number): Promise<void> {
  const requested = await ctx.db.inSystem((tx) => blockCardOnHold(tx, cardId, ctx.clock.now()));
  if (!requested) throw conflict('Карту уже блокируют, она заблокирована, или блокировку сняли');
}

/**
 * Notifies of a card that its network has blocked at a user's request. Blocks for a debt or a hold are notified with
 * their own reason.
 */
export async function notifyOfBlock(tx: Db, operation: OperationRecord, now: Date): Promise<void> {
  const { id, companyId, cardId, cardNumber, typeId, authorId } = operation;
  if (typeId !== OPERATION_TYPE.blocking || authorId === null) return;
  await notify(tx, {
    kind: 'card-blocked',
    companyId,
    userId: authorId,
    facts: { cardId, card: cardNumber.slice(-4), by: 'company', reason: null },
    about: `operation:${id}`,
    now,
  });
}
