import type { Context } from '../../../context.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { answerWordOf } from '../../cards/commands/contradiction.ts';
import { tellContradiction } from '../../cards/commands/tell-contradiction.ts';
import { TOO_FEW } from './item.ts';
import { listStrangeNumbers } from './item-request-store.ts';
import type { ItemRecord } from './item-store.ts';

/**
 * Tells a person about an answer to an order of cards that has ended: refused and now done, issued and now refused, or
 * issued with cards that nobody has. The cards are left out of the books.
 */
export async function tellLateOrder(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<void> {
  if (!(await isContradiction(ctx, item, answer))) return;
  const { partnerId, companyId, orderId, count: ordered, made, networkRequestId, issuedAt } = item;
  await tellContradiction(ctx, {
    kind: 'answer',
    partnerId,
    subject: networkRequestId,
    companyId,
    cardNumber: null,
    ours: {
      deed: { kind: 'order', orderId, ordered, made },
      state: issuedAt ? 'done' : 'refused',
      reason: item.issueRefusal,
      endedAt: issuedAt?.toISOString() ?? null,
    },
    word: answerWordOf(answer),
  });
}

async function isContradiction(ctx: Context, item: ItemRecord, answer: FinalAnswer): Promise<boolean> {
  if (answer.state === 'refused') return item.issuedAt !== null;
  const isRefused = item.issuedAt === null && !item.issueRefusal?.startsWith(TOO_FEW);
  if (isRefused) return true;
  const numbers = (answer.cards ?? []).map((card) => card.number);
  return (await listStrangeNumbers(ctx.db.system, numbers)).length > 0;
}
