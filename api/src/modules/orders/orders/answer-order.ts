import type { Context } from '../../../context.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { issueCards } from './issue-cards.ts';
import { hasEnded } from './item.ts';
import type { ItemRecord } from './item-store.ts';
import { tellLateOrder } from './tell-late-order.ts';

/** Applies what a feed answers to an order of cards. A refusal of one that still waits is heard by its own job. */
export async function answerOrder(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<void> {
  if (hasEnded(item)) return tellLateOrder(ctx, item, answer);
  if (answer.state === 'done' && answer.cards) await issueCards(ctx, item.networkRequestId, answer.cards);
}
