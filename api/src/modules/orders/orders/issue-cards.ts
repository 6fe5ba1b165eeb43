import { counted } from '#contract/values/counted.ts';
import { isAddedPartner } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { IssuedCard } from '../../../gateways/fuel-network/fuel-network.ts';
import { insertNewCards, type NewCard } from '../../cards/cards/cards.ts';
import { chargeFees } from '../../money/fees/charge-fees.ts';
import type { NewServiceCharge } from '../../money/fees/service-charges.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { openCardAccounts, openPartnerAccounts } from '../../money/ledger/new-accounts.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { readCardLogistics } from '../shipments/card-stock.ts';
import { openShipment } from '../shipments/shipments.ts';
import { hasEnded, TOO_FEW } from './items.ts';
import { type ItemRecord, lockItemByRequest, markItemIssued, markItemRefused } from './item-store.ts';
import { markIssuedWhenComplete } from './order-store.ts';
import { reportLateOrder } from './waiting-orders.ts';

/**
 * Adds the cards that a network has issued: not set up, empty, each with its account, and takes their price. The request is issued when its
 * last item is. Then its author gets an email, and the act of its cards is published. If cards are missing it waits for
 * staff, who approve again to request the rest. Surplus cards also belong to the company, and staff are notified. An
 * unknown id, and cards reported a second time, change nothing. Other cards of an order that has ended are reported to
 * staff.
 */
export async function issueCards(
  ctx: Context,
  networkRequestId: string,
  cards: readonly IssuedCard[],
): Promise<void> {
  const issued = await ctx.db.inSystem(async (tx) => {
    const item = await lockItemByRequest(tx, networkRequestId);
    if (!item) return null;
    if (hasEnded(item)) return { item, made: null };
    await lockMoney(tx, [item.companyId]);
    // Read under the lock: a month that ended meanwhile gets no more cards.
    const now = ctx.clock.now();
    const issuedCards = await insertNewCards(tx, {
      companyId: item.companyId,
      partnerId: item.partnerId,
      itemId: item.id,
      cards,
      ordered: item.count - item.made,
      price: item.cardPrice,
      awaitsReceipt: (await readCardLogistics(tx)).activatesOnReceipt,
      now,
    });
    if (isAddedPartner(item.partnerId)) await openPartnerAccounts(tx, item.companyId, item.partnerId);
    const cardIds = issuedCards.map(({ id }) => id);
    await openCardAccounts(tx, item.companyId, cardIds);
    const charges = listCardCharges(item, issuedCards, now);
    const made = item.made + cardIds.length;
    if (made < item.count) {
      await markItemRefused(tx, { networkRequestId, reason: formatTooFew(made, item.count) });
    } else {
      await markItemIssued(tx, { id: item.id, surplus: made - item.count, now });
      const complete = await markIssuedWhenComplete(tx, item.orderId);
      if (complete) {
        if (item.deliveryPrice > 0) charges.push(toDeliveryCharge(item, now));
        await notifyAuthor(tx, { ...item, ...complete, now });
        await openShipment(tx, { orderId: item.orderId, companyId: item.companyId, now });
        const requestId = item.orderId;
        await enqueueJob(tx, 'publish-card-act', { requestId }, { key: `card-act:${requestId}` });
      }
    }
    await chargeFees(tx, now, charges);
    return { item, made };
  });
  if (!issued) return;
  const { item, made } = issued;
  if (made === null) return reportLateOrder(ctx, item, { state: 'done', cards: [...cards] });
  if (made !== item.count) {
    ctx.log.error(
      { itemId: item.id, ordered: item.count, reported: cards.length, made },
      'not the cards that were ordered',
    );
  }
}

/** The price is the one that the client saw when he ordered; free cards and those beyond the order cost nothing. */
function listCardCharges(
  { companyId, partnerId }: ItemRecord,
  cards: readonly NewCard[],
  servedAt: Date,
): NewServiceCharge[] {
  return cards.flatMap(({ id, price: sum }) =>
    sum === null || sum === 0
      ? []
      : [{ companyId, partnerId, kind: 'card', quantity: 1, sum, cardId: id, servedAt }],
  );
}

function toDeliveryCharge(
  { companyId, partnerId, orderId, deliveryPrice }: ItemRecord,
  servedAt: Date,
): NewServiceCharge {
  return { companyId, partnerId, kind: 'delivery', quantity: 1, sum: deliveryPrice, orderId, servedAt };
}

/** Spec section 2: «Дождитесь письма о готовности ваших карт на e-mail». */
async function notifyAuthor(
  tx: Db,
  order: { orderId: number; companyId: number; authorId: number; cards: number; now: Date },
): Promise<void> {
  const { orderId, companyId, authorId, cards, now } = order;
  const about = `order:${orderId}`;
  await notify(tx, {
    kind: 'cards-ready',
    userId: authorId,
    companyId,
    facts: { orderId, cards },
    about,
    now,
  });
}

function formatTooFew(made: number, ordered: number): string {
  return `${TOO_FEW}${counted(made, ['карту', 'карты', 'карт'])} из ${ordered}`;
}
