import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { repeatable } from '../../../http/request-key.ts';
import { MOVEMENT_ENDED, settleCardMovement } from '../../money/transfers/settle-card-movement.ts';
import { countAlone } from '../../people/approvals/count-alone.ts';
import { commandOf } from './carry-out-operation.ts';
import { finishOperation } from './finish-operation.ts';
import { hearLast } from '../../cards/commands/hear-last.ts';
import { findOperation } from '../../cards/commands/find-operation.ts';
import type { OperationRecord } from '../../cards/commands/operation.ts';
import { answerOf, assertLate, type StaffWord } from '../../cards/commands/staff-word.ts';
import { MOVEMENTS } from '../../cards/commands/unclear-movement.ts';

/** What a person of the programme's staff has found out about a movement. */
export interface MovementWord extends StaffWord {
  operationId: number;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
}

export const NOT_EXECUTED = 'Сеть не исполнила операцию, деньги возвращены';

/**
 * Ends, by a person's decision, a movement whose outcome the network does not report: the money arrives or goes back.
 * The network is asked one last time first, and its answer takes precedence. If it knows no request ids, the decision
 * goes into the journal of commands first, so that nothing is ever sent again; a process that dies then leaves the
 * booking to the next attempt.
 */
export async function settleMovement(ctx: Context, word: MovementWord): Promise<void> {
  await repeatable(ctx, word.requestKey, async () => {
    const operation = await requireWaiting(ctx, word.operationId);
    await countWord(ctx, operation, word);
    const answer = answerOf(word, NOT_EXECUTED);
    const { partnerId } = operation;
    const heard = await hearLast(ctx, { partnerId, command: commandOf(operation), answer });
    if (heard) return refuseAfter(ctx, operation, heard);
    return settleCardMovement(ctx, operation, word.executed ? null : NOT_EXECUTED, {
      requestKey: word.requestKey,
      event: eventOf(operation, word),
    });
  });
}

/**
 * Counts the movement to what the member decides alone today, before the network is asked: no transaction spans that
 * question. Where the network answers itself the sum stays counted, which is the safe side.
 */
async function countWord(
  ctx: Context,
  { id: subjectId, sum }: OperationRecord,
  { staffId: userId, confirmedBy }: MovementWord,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    countAlone(ctx, tx, { userId, action: 'settleMovement', subjectId, sum, confirmedBy }),
  );
}

async function requireWaiting(ctx: Context, operationId: number): Promise<OperationRecord> {
  const operation = await findOperation(ctx.db.system, operationId);
  if (!operation || !MOVEMENTS.includes(operation.typeId)) throw notFound('Движение не найдено');
  if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(MOVEMENT_ENDED);
  assertLate(operation.createdAt, ctx.clock.now());
  return operation;
}

/** Books the network's own answer and tells the person so. */
async function refuseAfter(ctx: Context, operation: OperationRecord, heard: FinalAnswer): Promise<never> {
  if (heard.state === 'done') {
    await finishOperation(ctx, operation, { done: true });
    throw conflict('Сеть успела ответить сама: исполнено. Деньги уже на месте');
  }
  await finishOperation(ctx, operation, { done: false, reason: heard.reason });
  throw conflict(`Сеть успела ответить сама: отказ. Деньги возвращены (${heard.reason})`);
}

function eventOf(operation: OperationRecord, { executed, reason, staffId, ip }: MovementWord) {
  const { id: operationId, companyId } = operation;
  return {
    what: 'movement-settled' as const,
    userId: staffId,
    companyId,
    ip,
    details: { operationId, executed, reason },
  };
}
