import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent, type AuditRecord } from '../../../audit/record-event.ts';
import { tellOfBlock } from './tell-of-block.ts';
import { applyBlock } from './apply-block.ts';
import { lockOperation } from '../commands/lock-operation.ts';
import { markFinished } from '../commands/mark-finished.ts';

export type NetworkOutcome = { done: true } | { done: false; reason: string };

/** Marks a change of a card or an order as ended by a person instead of its network. */
export interface StaffSaid {
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
  said: StaffSaid | null = null,
): Promise<boolean> {
  return ctx.db.inSystem((tx) =>
    doOnce(tx, said?.requestKey ?? null, ctx.clock.now(), async () => {
      const operation = await lockOperation(tx, id);
      if (operation?.statusId !== OPERATION_STATUS.inProgress) {
        if (said) throw conflict(CHANGE_ENDED);
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
      if (outcome.done) await tellOfBlock(tx, operation, now);
      if (said) await recordEvent(tx, { ...said.event, at: now });
      return true;
    }),
  );
}
