import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterKind, Settleable } from '../../cards/commands/matter-kind.ts';
import { findItem } from './find-item.ts';
import { isAwaited } from './item.ts';
import { listUnclearItems } from './list-unclear-items.ts';
import { refuseItem } from './refuse-item.ts';

/** «Заказы карт»: cards of an approved request that their network has neither issued nor refused. */
export const unclearItemMatter = {
  list: listInWords(listUnclearItems, ({ orderId, count }) => ({
    asked: `Заявка № ${orderId}, карт: ${count}`,
    deeds: ['ask', 'not-executed'],
  })),
  askAgain,
  settle: refuseItem,
} satisfies MatterKind & Askable & Settleable;

async function askAgain(ctx: Context, itemId: number): Promise<void> {
  const item = await findItem(ctx.db.system, itemId);
  if (!item?.askedAt) throw notFound('Заказ карт не найден');
  if (!isAwaited(item)) throw conflict(CHANGE_ENDED);
  const { partnerId } = item;
  await enqueueJob(ctx.db.system, 'issue-cards', { itemId, partnerId }, { key: `request-item:${itemId}` });
}
