import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { settleCardMovement } from '../../money/transfers/settle-card-movement.ts';
import { finishBlock, type NetworkOutcome } from '../../cards/cards/finish-block.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import { reportLateAnswer } from './report-late-answer.ts';

/**
 * Books a network's answer once. An answer that comes twice, or came by another way before, finds the operation
 * finished and changes nothing. An answer that contradicts the booked one is reported to a person.
 */
export async function finishOperation(
  ctx: Context,
  operation: OperationRecord,
  outcome: NetworkOutcome,
): Promise<void> {
  const { statusId } = operation;
  if (statusId === (outcome.done ? OPERATION_STATUS.done : OPERATION_STATUS.failed)) return;
  const isFirst = statusId === OPERATION_STATUS.inProgress && (await finish(ctx, operation, outcome));
  if (!isFirst) await reportLateAnswer(ctx, operation.id, outcome);
}

/** False when another answer came first. */
function finish(ctx: Context, operation: OperationRecord, outcome: NetworkOutcome): Promise<boolean> {
  switch (operation.typeId) {
    case OPERATION_TYPE.topUp:
    case OPERATION_TYPE.payout:
      return settleCardMovement(ctx, operation, outcome.done ? null : outcome.reason);
    case OPERATION_TYPE.blocking:
    case OPERATION_TYPE.unblocking:
      return finishBlock(ctx, operation.id, outcome);
    default:
      throw new Error(`operation ${operation.id} of type ${operation.typeId} never waits for a network`);
  }
}
