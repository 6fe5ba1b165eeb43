import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { findChangeByRequest } from '../../cards/cards/card-changes.ts';
import { reportLateChoice } from '../../cards/cards/unclear-choices.ts';
import { answerOrder } from '../../orders/orders/refuse-item.ts';
import { findItemByRequest } from '../../orders/orders/items.ts';
import { toAnswerOutcome, reportContradiction } from '../../cards/commands/contradictions.ts';
import { finishOperation } from '../settlement/carry-out-operation.ts';
import { findOperationByRequest } from '../../cards/commands/operations.ts';

type AnswerEvent = Extract<NetworkEvent, { kind: 'answer' }>;

/** Books the answer of a network's feed to its command. An answer to no command of ours is reported to staff. */
export async function applyAnswer(ctx: Context, partnerId: PartnerId, event: AnswerEvent): Promise<void> {
  const db = ctx.db.system;
  const { requestId } = event;
  const operation = await findOperationByRequest(db, requestId);
  if (operation?.partnerId === partnerId)
    return finishOperation(
      ctx,
      operation,
      event.state === 'done' ? { done: true } : { done: false, reason: event.reason },
    );
  const item = await findItemByRequest(db, requestId);
  if (item?.partnerId === partnerId) return answerOrder(ctx, item, event);
  const choice = await findChangeByRequest(db, requestId);
  if (choice?.partnerId === partnerId) return reportLateChoice(ctx, choice, event);
  await reportContradiction(ctx, {
    kind: 'stray',
    partnerId,
    subject: requestId,
    companyId: null,
    cardNumber: null,
    ours: null,
    word: toAnswerOutcome(event),
  });
}
