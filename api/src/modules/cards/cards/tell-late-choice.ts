import type { Context } from '../../../context.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { answerWordOf } from '../commands/contradiction.ts';
import { tellContradiction } from '../commands/tell-contradiction.ts';
import type { ToldChoice } from './told-choice.ts';

/** Tells a person about an answer to a choice that has ended otherwise; one that waits is asked about by its own job. */
export async function tellLateChoice(ctx: Context, choice: ToldChoice, answer: FinalAnswer): Promise<void> {
  const { kind, state, reason, finishedAt, partnerId, requestId, companyId, cardNumber } = choice;
  if ((state !== 'done' && state !== 'refused') || state === answer.state) return;
  await tellContradiction(ctx, {
    kind: 'answer',
    partnerId,
    subject: requestId,
    companyId,
    cardNumber,
    ours: { deed: { kind }, state, reason, endedAt: finishedAt?.toISOString() ?? null },
    word: answerWordOf(answer),
  });
}
