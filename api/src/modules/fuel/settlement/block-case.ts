import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { CHANGE_ENDED, finishBlock, type NetworkOutcome } from '../../cards/cards/finish-block.ts';
import { findOperation, type OperationRecord } from '../../cards/commands/operations.ts';
import { BLOCKS, listUnclearBlocks } from '../../cards/commands/list-unclear-blocks.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import type { Askable, CaseKind, Settleable } from '../../cards/commands/cases.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { repeatable } from '../../../http/request-key.ts';
import { toNetworkCommand, finishOperation } from './carry-out-operation.ts';
import { askNetworkOnceMore } from '../../cards/commands/operation-lifecycle.ts';
import {
  toFinalAnswer,
  assertUnclear,
  changeSettled,
  formatNetworkAnswer,
  type StaffDecision,
} from '../../cards/commands/staff-decision.ts';

const NOT_EXECUTED = 'Сеть не исполнила операцию';

/**
 * Ends, by a person's decision, a block or unblock whose outcome the network does not report: the card is what the
 * person has found it to be. The network is asked one last time first, and its answer takes precedence.
 */
async function settleBlock(ctx: Context, operationId: number, decision: StaffDecision): Promise<void> {
  await repeatable(ctx, decision.requestKey, async () => {
    const operation = await requireWaiting(ctx, operationId);
    const answer = toFinalAnswer(decision, NOT_EXECUTED);
    const { partnerId, companyId, cardId } = operation;
    const response = await askNetworkOnceMore(ctx, {
      partnerId,
      command: toNetworkCommand(operation),
      answer,
    });
    if (response) {
      await finishOperation(ctx, operation, toOutcome(response));
      throw conflict(formatNetworkAnswer(response));
    }
    await finishBlock(ctx, operationId, toOutcome(answer), {
      requestKey: decision.requestKey,
      event: changeSettled(decision, { companyId, details: { operationId, cardId } }),
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

function toOutcome(answer: FinalAnswer): NetworkOutcome {
  return answer.state === 'done' ? { done: true } : { done: false, reason: answer.reason };
}

/** «Блокировки карт»: a block or unblock that its network has not answered. */
export const blockCase = {
  list: listDescribed(listUnclearBlocks, ({ typeId }) => ({
    asked: typeId === OPERATION_TYPE.blocking ? 'Блокировка карты' : 'Разблокировка карты',
    deeds: ['ask', 'executed', 'not-executed'],
  })),
  retry,
  settle: settleBlock,
} satisfies CaseKind & Askable & Settleable;

async function retry(ctx: Context, operationId: number): Promise<void> {
  const operation = await findOperation(ctx.db.system, operationId);
  if (!operation || !BLOCKS.includes(operation.typeId)) throw notFound('Операция не найдена');
  if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(CHANGE_ENDED);
  const key = `operation:${operationId}`;
  const { partnerId } = operation;
  await enqueueJob(ctx.db.system, 'carry-out-operation', { operationId, partnerId }, { key });
}
