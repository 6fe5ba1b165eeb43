import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { repeatable } from '../../../http/request-key.ts';
import { commandOf } from './carry-out-operation.ts';
import { CHANGE_ENDED, finishBlock, type NetworkOutcome } from '../../cards/cards/finish-block.ts';
import { finishOperation } from './finish-operation.ts';
import { hearLast } from '../../cards/commands/hear-last.ts';
import { findOperation } from '../../cards/commands/find-operation.ts';
import type { OperationRecord } from '../../cards/commands/operation.ts';
import {
  answerOf,
  assertUnclear,
  changeSettled,
  tellWhatNetworkSaid,
  type StaffWord,
} from '../../cards/commands/staff-word.ts';
import { BLOCKS } from '../../cards/commands/list-unclear-blocks.ts';

const NOT_EXECUTED = 'Сеть не исполнила операцию';

/**
 * Ends, by a person's decision, a block or unblock whose outcome the network does not report: the card is what the
 * person has found it to be. The network is asked one last time first, and its answer takes precedence.
 */
export async function settleBlock(ctx: Context, operationId: number, word: StaffWord): Promise<void> {
  await repeatable(ctx, word.requestKey, async () => {
    const operation = await requireWaiting(ctx, operationId);
    const answer = answerOf(word, NOT_EXECUTED);
    const { partnerId, companyId, cardId } = operation;
    const heard = await hearLast(ctx, { partnerId, command: commandOf(operation), answer });
    if (heard) {
      await finishOperation(ctx, operation, outcomeOf(heard));
      throw conflict(tellWhatNetworkSaid(heard));
    }
    await finishBlock(ctx, operationId, outcomeOf(answer), {
      requestKey: word.requestKey,
      event: changeSettled(word, { companyId, details: { operationId, cardId } }),
    });
  });
}

async function requireWaiting(ctx: Context, operationId: number): Promise<OperationRecord> {
  const operation = await findOperation(ctx.db.system, operationId);
  if (!operation || !BLOCKS.includes(operation.typeId)) throw notFound('Операция не найдена');
  if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(CHANGE_ENDED);
  assertUnclear({ since: operation.createdAt, attempts: operation.attempts }, ctx.clock.now());
  return operation;
}

function outcomeOf(answer: FinalAnswer): NetworkOutcome {
  return answer.state === 'done' ? { done: true } : { done: false, reason: answer.reason };
}
