import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { NetworkOutcome } from '../../cards/cards/finish-block.ts';
import { findEnded } from '../../cards/commands/find-ended.ts';
import { tellContradiction } from '../../cards/commands/tell-contradiction.ts';

/** Tells a person about an answer to an operation that has ended otherwise, by the network's or by a person's word. */
export async function tellLateAnswer(
  ctx: Context,
  operationId: number,
  outcome: NetworkOutcome,
): Promise<void> {
  const ended = await findEnded(ctx.db.system, operationId);
  if (!ended || (ended.statusId === OPERATION_STATUS.done) === outcome.done) return;
  const { typeId, sum, partnerId, companyId, cardNumber, networkRequestId, reason, finishedAt } = ended;
  await tellContradiction(ctx, {
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
