import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { repeatable } from '../../../http/request-key.ts';
import { MOVEMENT_ENDED, settleCardMovement } from '../../money/transfers/settle-card-movement.ts';
import { countUnconfirmed } from '../../identity/approvals/unconfirmed-movements.ts';
import { toNetworkCommand, finishOperation } from './carry-out-operation.ts';
import { askNetworkOnceMore } from '../../cards/commands/operation-lifecycle.ts';
import { findOperation, type OperationRecord } from '../../cards/commands/operations.ts';
import { toFinalAnswer, assertOverdue, type StaffDecision } from '../../cards/commands/staff-decision.ts';
import { MOVEMENTS } from '../../cards/commands/unclear-movement.ts';

/** Finding of a programme employee about a movement. */
export interface MovementDecision extends StaffDecision {
  operationId: number;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
}

const NOT_EXECUTED = 'Сеть не исполнила операцию, деньги возвращены';

/**
 * Ends, by a person's decision, a movement whose outcome the network does not report: the money arrives or goes back.
 * The network is asked one last time first, and its answer takes precedence. If it knows no request ids, the decision
 * goes into the journal of commands first, so that nothing is ever sent again; a process that dies then leaves the
 * booking to the next attempt.
 */
export async function settleMovement(ctx: Context, decision: MovementDecision): Promise<void> {
  await repeatable(ctx, decision.requestKey, async () => {
    const operation = await requireWaiting(ctx, decision.operationId);
    await countTowardsLimit(ctx, operation, decision);
    const answer = toFinalAnswer(decision, NOT_EXECUTED);
    const { partnerId } = operation;
    const response = await askNetworkOnceMore(ctx, {
      partnerId,
      command: toNetworkCommand(operation),
      answer,
    });
    if (response) return refuseWithResponse(ctx, operation, response);
    return settleCardMovement(ctx, operation, decision.executed ? null : NOT_EXECUTED, {
      requestKey: decision.requestKey,
      event: toAuditEvent(operation, decision),
    });
  });
}

/**
 * Counts the movement towards the sum that the member decides alone today, before the network is asked, because no
 * transaction spans that call. If the network answers by itself, the sum stays counted, which is the safe side.
 */
async function countTowardsLimit(
  ctx: Context,
  { id: subjectId, sum }: OperationRecord,
  { staffId: userId, confirmedBy }: MovementDecision,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    countUnconfirmed(ctx, tx, { userId, action: 'settleMovement', subjectId, sum, confirmedBy }),
  );
}

async function requireWaiting(ctx: Context, operationId: number): Promise<OperationRecord> {
  const operation = await findOperation(ctx.db.system, operationId);
  if (!operation || !MOVEMENTS.includes(operation.typeId)) throw notFound('Движение не найдено');
  if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(MOVEMENT_ENDED);
  assertOverdue(operation.createdAt, ctx.clock.now());
  return operation;
}

/** Books the network's own answer and reports it to the person. */
async function refuseWithResponse(
  ctx: Context,
  operation: OperationRecord,
  response: FinalAnswer,
): Promise<never> {
  if (response.state === 'done') {
    await finishOperation(ctx, operation, { done: true });
    throw conflict('Сеть успела ответить сама: исполнено. Деньги уже на месте');
  }
  await finishOperation(ctx, operation, { done: false, reason: response.reason });
  throw conflict(`Сеть успела ответить сама: отказ. Деньги возвращены (${response.reason})`);
}

function toAuditEvent(operation: OperationRecord, { executed, reason, staffId, ip }: MovementDecision) {
  const { id: operationId, companyId } = operation;
  return {
    what: 'movement-settled' as const,
    userId: staffId,
    companyId,
    ip,
    details: { operationId, executed, reason },
  };
}
