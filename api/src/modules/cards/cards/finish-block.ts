import { CARD_STATUS, OPERATION_TYPE, OPERATION_STATUS } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { type OperationRecord, lockOperation } from '../commands/operations.ts';
import { lockCardOfAnswer, setCardStatus, unsetCardWithoutGoods } from './locked-card-store.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent, type AuditRecord } from '../../../audit/record-event.ts';
import { notifyOfBlock } from './refused-blocks.ts';
import { markFinished } from '../commands/operation-lifecycle.ts';

/**
 * Applies the network's answer to a block or unblock that is no longer waiting: the card's status follows what was
 * done. If its first goods were refused meanwhile, a card that is not blocked becomes not set up.
 */
async function applyBlock(tx: Db, operation: OperationRecord, done: boolean): Promise<void> {
  const { cardId } = operation;
  await lockCardOfAnswer(tx, cardId);
  if (done) {
    const blocked = operation.typeId === OPERATION_TYPE.blocking;
    await setCardStatus(tx, { cardId, statusId: blocked ? CARD_STATUS.blocked : CARD_STATUS.active });
  }
  await unsetCardWithoutGoods(tx, cardId);
}

export type NetworkOutcome = { done: true } | { done: false; reason: string };

/** Marks a change of a card or an order as ended by a person instead of its network. */
export interface StaffStatement {
  requestKey: RequestKey | null;
  event: Omit<AuditRecord, 'at'>;
}

export const CHANGE_ENDED = 'Это уже завершено: сеть успела ответить или решил другой сотрудник';

/**
 * Ends a block or unblock; no money moves. The first answer counts: false when another one came before, and a person who
 * comes after it is refused (409).
 */
export function finishBlock(
  ctx: Context,
  id: number,
  outcome: NetworkOutcome,
  input: StaffStatement | null = null,
): Promise<boolean> {
  return ctx.db.inSystem((tx) =>
    doOnce(tx, input?.requestKey ?? null, ctx.clock.now(), async () => {
      const operation = await lockOperation(tx, id);
      if (operation?.statusId !== OPERATION_STATUS.inProgress) {
        if (input) throw conflict(CHANGE_ENDED);
        return false;
      }
      const now = ctx.clock.now();
      await markFinished(tx, {
        id,
        statusId: outcome.done ? OPERATION_STATUS.done : OPERATION_STATUS.failed,
        reason: outcome.done ? null : outcome.reason,
        now,
      });
      await applyBlock(tx, operation, outcome.done);
      if (outcome.done) await notifyOfBlock(tx, operation, now);
      if (input) await recordEvent(tx, { ...input.event, at: now });
      return true;
    }),
  );
}
