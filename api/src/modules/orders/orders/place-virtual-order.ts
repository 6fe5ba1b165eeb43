import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { askForCards } from './ask-for-cards.ts';
import type { ChosenItem } from './choose-items.ts';
import { markItemsRequested } from './item-store.ts';
import { hasApprovedOrder, insertOrder, markApproved } from './order-store.ts';

/** If the process dies before the network is asked, the item is polled after this delay. */
const POLL_AFTER_SECONDS = 5;

const NOT_KNOWN = 'Виртуальная карта выпускается сразу после того, как одобрена первая заявка компании';

/**
 * Orders one virtual card, approved at once. Returns the order and its item, which `issueAtOnce` asks the network for after
 * the commit. Refuses: 409 a company none of whose orders was approved.
 */
export async function placeVirtualOrder(
  tx: Db,
  args: { companyId: number; userId: number; item: ChosenItem; ip: string; now: Date },
): Promise<{ orderId: number; itemId: number }> {
  const { companyId, userId, item, ip, now } = args;
  if (!(await hasApprovedOrder(tx, companyId))) throw conflict(NOT_KNOWN);
  const { firstname, lastname } = await readPerson(tx, userId);
  const orderId = await insertOrder(tx, {
    companyId,
    authorId: userId,
    address: { city: '', street: '', house: '' },
    recipient: { firstname: firstname ?? '', lastname: lastname ?? '' },
    addSum: kopecks(0),
    items: [item],
    deliveryPrice: kopecks(0),
    registry: null,
    now,
  });
  await markApproved(tx, { id: orderId, now });
  const nextAttemptAt = new Date(now.getTime() + POLL_AFTER_SECONDS * 1000);
  const [asked] = await markItemsRequested(tx, { orderId, nextAttemptAt, now });
  if (!asked) throw new Error(`order ${orderId} of a virtual card has no item`);
  await recordEvent(tx, {
    at: now,
    what: 'virtual-card-ordered',
    userId,
    companyId,
    ip,
    targets: [{ kind: 'request', id: orderId }],
    details: { partnerId: item.partnerId },
  });
  return { orderId, itemId: asked.id };
}

/** Asks the network for the card of an order now. A silent network is polled later, as for every order. */
export async function issueAtOnce(
  ctx: Context,
  { itemId, partnerId }: { itemId: number; partnerId: number },
): Promise<void> {
  try {
    await ctx.getBreaker(partnerId).through(() => askForCards(ctx, itemId));
  } catch (error) {
    ctx.log.warn({ err: error, itemId, partnerId }, 'a virtual card is not issued yet');
  }
}
