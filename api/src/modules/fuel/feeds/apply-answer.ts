import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { findChangeByRequest } from '../../cards/cards/find-change-by-request.ts';
import { tellLateChoice } from '../../cards/cards/tell-late-choice.ts';
import { answerOrder } from '../../orders/orders/answer-order.ts';
import { findItemByRequest } from '../../orders/orders/find-item-by-request.ts';
import { answerWordOf } from '../../cards/commands/contradiction.ts';
import { finishOperation } from '../settlement/finish-operation.ts';
import { findOperationByRequest } from '../../cards/commands/find-operation-by-request.ts';
import { tellContradiction } from '../../cards/commands/tell-contradiction.ts';

type AnswerEvent = Extract<NetworkEvent, { kind: 'answer' }>;

/** Books what a network's feed answers to whichever command it is about; to no command of ours, a person is told. */
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
  if (choice?.partnerId === partnerId) return tellLateChoice(ctx, choice, event);
  await tellContradiction(ctx, {
    kind: 'stray',
    partnerId,
    subject: requestId,
    companyId: null,
    cardNumber: null,
    ours: null,
    word: answerWordOf(event),
  });
}
