import { QUANTITY_MAX_PER_PARTNER } from '#contract/limits.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { checkCode, type CheckedCode } from '../../messaging/sms-codes/check-code.ts';
import { issuesVirtualCards } from '../../programme/partners/network-at-pump.ts';
import { findServiceFees } from '../../programme/tariffs/service-fees.ts';
import { listTariffsInForce } from '../../programme/tariffs/tariffs.ts';
import { listOfferedPartners, type PartnerRecord } from '../../programme/partners/partners.ts';

export interface ItemInput {
  partner_id: number;
  cards_cnt: number;
  is_virtual: boolean;
}

export interface ChosenItem {
  partnerId: PartnerId;
  count: number;
  /** Cards that need no delivery. */
  isVirtual: boolean;
  /** Today's price of one card. */
  cardPrice: Kopecks;
}

/**
 * Returns the effective order: the lines with a count, one per network and kind of card, at today's prices. Counts of a
 * repeated line are added up. Refuses on `item`: nothing ordered, an unknown or unconnected network, more than 100 of its
 * cards, virtual cards of a network that issues none.
 */
export async function chooseItems(ctx: Context, input: readonly ItemInput[]): Promise<ChosenItem[]> {
  const chosenItems = countItems(
    input,
    await listOfferedPartners(ctx, ctx.db.system, moscowDay(ctx.clock.now())),
  );
  for (const { partnerId, isVirtual } of chosenItems) if (isVirtual) assertIssuesVirtual(ctx, partnerId);
  return chosenItems;
}

/** Refuses: 400 on `item` a network that issues no virtual cards. */
function assertIssuesVirtual(ctx: Context, partnerId: PartnerId): void {
  if (!issuesVirtualCards(ctx, partnerId)) throw fieldRefusal('item', NO_VIRTUAL);
}

export const NO_VIRTUAL = 'Эта сеть не выпускает виртуальные карты';

function countItems(input: readonly ItemInput[], partners: readonly PartnerRecord[]): ChosenItem[] {
  const lines = new Map<string, ItemInput>();
  for (const item of input) {
    const key = `${item.partner_id} ${item.is_virtual}`;
    const count = (lines.get(key)?.cards_cnt ?? 0) + item.cards_cnt;
    if (item.cards_cnt > 0) lines.set(key, { ...item, cards_cnt: count });
  }
  if (lines.size === 0) throw fieldRefusal('item', 'Укажите количество карт');
  return [...lines.values()].map((line) => chosen(line, partners));
}

function chosen(
  { partner_id: partnerId, cards_cnt: count, is_virtual: isVirtual }: ItemInput,
  partners: readonly PartnerRecord[],
): ChosenItem {
  const partner = partners.find((partnerRecord) => partnerRecord.id === partnerId);
  if (!partner) throw fieldRefusal('item', 'Такой сети нет');
  if (!partner.active)
    throw fieldRefusal('item', `Сеть «${partner.title}» скоро будет подключена, её карты пока не заказать`);
  if (count > QUANTITY_MAX_PER_PARTNER) {
    throw fieldRefusal(
      'item',
      `Карт сети «${partner.title}» не больше ${QUANTITY_MAX_PER_PARTNER} в одной заявке`,
    );
  }
  return { partnerId: partner.id, count, isVirtual, cardPrice: partner.cardPrice };
}

/** Today's price of the delivery of these cards for a company, or for one that is joining: null. Virtual cards need none. */
export async function readDeliveryPrice(
  ctx: Context,
  companyId: number | null,
  items: readonly ChosenItem[],
): Promise<Kopecks> {
  if (items.every(({ isVirtual }) => isVirtual)) return kopecks(0);
  const day = moscowDay(ctx.clock.now());
  return findServiceFees(await listTariffsInForce(ctx.db.system), { companyId, day }).delivery;
}

/** Checks the code that confirms an order; it may have been asked for with the sum of cards and delivery. */
export function checkOrderCode(
  ctx: Context,
  { userId, sms }: { userId: number; sms: string },
  { items, deliveryPrice }: { items: readonly ChosenItem[]; deliveryPrice: Kopecks },
): Promise<CheckedCode> {
  const request = {
    userId,
    code: sms,
    purpose: 'order',
    subjects: 'any',
    sumKopecks: kopecks(sumOfItems(items) + deliveryPrice),
  } as const;
  return checkCode(ctx, request);
}

/** The sum that an order asks a company for: cards, delivery and the first money on them. */
export function sumOfOrder(
  { items, deliveryPrice }: { items: readonly ChosenItem[]; deliveryPrice: Kopecks },
  addSum: Kopecks | undefined,
): Kopecks {
  return kopecks(sumOfItems(items) + deliveryPrice + (addSum ?? 0));
}

/** The price of all cards. */
export function sumOfItems(items: readonly { count: number; cardPrice: Kopecks }[]): Kopecks {
  return kopecks(items.reduce((sum, item) => sum + item.count * item.cardPrice, 0));
}
