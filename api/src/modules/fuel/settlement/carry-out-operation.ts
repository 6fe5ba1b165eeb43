import { OPERATION_TYPE, type OperationTypeId, OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { takeAttempts } from '../../cards/commands/operation-lifecycle.ts';
import { type OperationRecord, findEnded } from '../../cards/commands/operations.ts';
import { recordNetworkResponse } from '../../cards/commands/network-health.ts';
import { toFault, formatResponse, type NetworkResponse } from '../../cards/commands/unclear-movement.ts';
import { settleCardMovement } from '../../money/transfers/settle-card-movement.ts';
import { finishBlock, type NetworkOutcome } from '../../cards/cards/finish-block.ts';
import { reportContradiction } from '../../cards/commands/contradictions.ts';

/** Delays before the network is asked again about the outcome of the command. */
const RETRY_DELAYS_SECONDS = [5, 15, 60, 300, 900];

const COMMAND: Partial<Record<OperationTypeId, NetworkCommand['kind']>> = {
  [OPERATION_TYPE.topUp]: 'move-to-card',
  [OPERATION_TYPE.payout]: 'move-from-card',
  [OPERATION_TYPE.blocking]: 'block',
  [OPERATION_TYPE.unblocking]: 'unblock',
};

/**
 * Sends a company's command to its network. The first attempt sends it. A later one first asks for its outcome, and
 * sends it again, under the same request id, only if the network never received it. If the network cannot be reached,
 * the operation stays in progress: its money waits, and the next attempt is due later.
 */
export async function carryOutOperation(ctx: Context, operationId: number): Promise<void> {
  const operation = await attemptTaker(ctx)(operationId);
  if (!operation) return;
  const response = await askNetwork(ctx, operation);
  if (response.state === 'done') return finishOperation(ctx, operation, { done: true });
  if (response.state === 'refused')
    return finishOperation(ctx, operation, { done: false, reason: response.reason });
  // A command that was just accepted needs no person yet.
  if (response.state === 'accepted' && operation.attempts === 0) return;
  await recordNetworkResponse(ctx.db.system, {
    operationId,
    text: formatResponse(response),
    now: ctx.clock.now(),
  });
  if (response.state === 'fault') throw response.error;
}

/** Counts the attempt before the network is asked, so that it is known even after a crash. */
const attemptTaker = memoizePerOwner((ctx: Context) =>
  batchCalls(
    async (ids: number[]) => {
      const taken = await ctx.db.prepared((db) =>
        takeAttempts(db, { ids, timeoutSeconds: RETRY_DELAYS_SECONDS, now: ctx.clock.now() }),
      );
      return ids.map((id) => taken.get(id) ?? null);
    },
    { maxConcurrent: 1, maxBatch: 200 },
  ),
);

async function askNetwork(ctx: Context, operation: OperationRecord): Promise<NetworkResponse> {
  const network = ctx.getNetwork(operation.partnerId);
  const command = toNetworkCommand(operation);
  try {
    if (operation.attempts > 0) {
      const known = await network.ask(command.requestId);
      if (known.state !== 'unknown') return known;
    }
    return await network.send(command);
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) return toFault(error);
    ctx.log.warn({ operationId: operation.id, partnerId: operation.partnerId }, 'the network did not answer');
    return { state: 'silent', problem: error.message };
  }
}

export function toNetworkCommand(operation: OperationRecord): NetworkCommand {
  const kind = COMMAND[operation.typeId];
  const requestId = operation.networkRequestId;
  if (!kind || !requestId) throw new Error(`operation ${operation.id} is no command to a network`);
  const base = { requestId, cardNumber: operation.cardNumber };
  return kind === 'move-to-card' || kind === 'move-from-card'
    ? { ...base, kind, sumKopecks: operation.sum }
    : ({ ...base, kind } as NetworkCommand);
}

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

/**
 * Reports to a person an answer to an operation that has ended otherwise, by the network's answer or by a person's
 * decision.
 */
async function reportLateAnswer(ctx: Context, operationId: number, outcome: NetworkOutcome): Promise<void> {
  const ended = await findEnded(ctx.db.system, operationId);
  if (!ended || (ended.statusId === OPERATION_STATUS.done) === outcome.done) return;
  const { typeId, sum, partnerId, companyId, cardNumber, networkRequestId, reason, finishedAt } = ended;
  await reportContradiction(ctx, {
    kind: 'answer',
    partnerId,
    subject: networkRequestId ?? '',
    companyId,
    cardNumber,
    ours: {
      deed: { kind: 'operation', typeId, sumKopecks: sum },
      state: outcome.done ? 'refused' : 'done',
      reason,
      endedAt: finishedAt?.toISOString() ?? null,
    },
    word: outcome.done ? { state: 'done' } : { state: 'refused', reason: outcome.reason },
  });
}
