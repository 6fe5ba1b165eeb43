import { listDescribed } from '../../cards/commands/network-health.ts';
import type { Acknowledgeable, CaseKind, Askable, Settleable } from '../../cards/commands/cases.ts';
import { findSurplusItem, listSurplusItems, findItem, isAwaited, listUnclearItems } from './items.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { refuseItem } from './refuse-item.ts';

/** «Лишние карты»: a network has issued more cards than were ordered. */
export const surplusItemCase = {
  list: listDescribed(listSurplusItems, ({ orderId, ordered, made, cardNumbers }) => ({
    asked: `Заявка № ${orderId}: заказано ${ordered}, выпущено ${made}`,
    problem: 'Сеть выпустила больше карт, чем заказано',
    details: [{ label: 'Карты заявки', value: cardNumbers.join(', ') }],
    deeds: ['acknowledge'],
  })),
  findUnread: findSurplusItem,
} satisfies CaseKind & Acknowledgeable;

/** «Заказы карт»: cards of an approved request that their network has neither issued nor refused. */
export const unclearItemCase = {
  list: listDescribed(listUnclearItems, ({ orderId, count }) => ({
    asked: `Заявка № ${orderId}, карт: ${count}`,
    deeds: ['ask', 'not-executed'],
  })),
  retry,
  settle: refuseItem,
} satisfies CaseKind & Askable & Settleable;

async function retry(ctx: Context, itemId: number): Promise<void> {
  const item = await findItem(ctx.db.system, itemId);
  if (!item?.askedAt) throw notFound('Заказ карт не найден');
  if (!isAwaited(item)) throw conflict(CHANGE_ENDED);
  const { partnerId } = item;
  await enqueueJob(ctx.db.system, 'issue-cards', { itemId, partnerId }, { key: `request-item:${itemId}` });
}
