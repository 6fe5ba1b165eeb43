import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { applyBlock } from '../cards/apply-block.ts';
import { settleCardMovement } from '../money/settle-card-movement.ts';
import { lockOperation, markFinished, type OperationRecord } from './operation-store.ts';

export type NetworkOutcome = { done: true } | { done: false; reason: string };

/**
 * Brings what a network answered into the books, once: an answer that comes twice, or after another way has told us
 * the same, finds the operation finished and changes nothing.
 */
export async function finishOperation(
  ctx: Context,
  operation: OperationRecord,
  outcome: NetworkOutcome,
): Promise<void> {
  switch (operation.typeId) {
    case OPERATION_TYPE.topUp:
    case OPERATION_TYPE.payout:
      await settleCardMovement(ctx, operation, outcome.done ? null : outcome.reason);
      return;
    case OPERATION_TYPE.blocking:
    case OPERATION_TYPE.unblocking:
      return finishBlock(ctx, operation.id, outcome);
    default:
      throw new Error(`operation ${operation.id} of type ${operation.typeId} never waits for a network`);
  }
}

/** No money moves here. */
function finishBlock(ctx: Context, id: number, outcome: NetworkOutcome): Promise<void> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const operation = await lockOperation(tx, id);
    if (operation?.statusId !== OPERATION_STATUS.inProgress) return;
    await markFinished(tx, {
      id,
      statusId: outcome.done ? OPERATION_STATUS.done : OPERATION_STATUS.failed,
      reason: outcome.done ? null : outcome.reason,
      now,
    });
    await applyBlock(tx, operation, outcome.done);
  });
}
