import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { NetworkOutcome } from '../../cards/cards/finish-block.ts';
import { findEnded } from '../../cards/commands/operations.ts';
import { reportContradiction } from '../../cards/commands/contradictions.ts';

/**
 * Reports to a person an answer to an operation that has ended otherwise, by the network's answer or by a person's
 * decision.
 */
export async function reportLateAnswer(
  ctx: Context,
  operationId: number,
  outcome: NetworkOutcome,
): Promise<void> {
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
