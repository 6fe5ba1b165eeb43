import type { z } from 'zod';
import { REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { cardRequest } from '#contract/orders.ts';
import type { staffCardRequest } from '#contract/staff.ts';
import { sumOfItems } from './choose-items.ts';
import type { OrderItem, OrderRecord } from './order-store.ts';
import { canEdit } from './policy.ts';

type OrderOnWire = z.input<typeof cardRequest>;

/** A card request as every call shows it (spec section 3, docs/calls.md 3). */
export function presentOrder(order: OrderRecord): OrderOnWire {
  return {
    id: order.id,
    status: { id: order.statusId, title: REQUEST_STATUS_TITLE[order.statusId] },
    address: order.address,
    recipient: order.recipient,
    items: order.items.map(presentItem),
    partner_title: order.items.map((item) => item.partnerTitle).join(', '),
    // One number for the draft (spec section 3); where networks differ, each item names its own.
    card_price: toRubles(order.items[0]?.cardPrice ?? kopecks(0)),
    sum: toRubles(sumOfItems(order.items)),
    can_edit: canEdit(order),
    created_at: order.createdAt.toISOString(),
    reject_reason: order.rejectReason,
  };
}

/** As `presentOrder`, with what only the programme's staff see. */
export function presentOrderToStaff(order: OrderRecord): z.input<typeof staffCardRequest> {
  const refusals = order.items.filter((item) => item.issueRefusal !== null);
  return {
    ...presentOrder(order),
    company: order.company,
    revision: order.revision,
    issue_problem: refusals.map((item) => `${item.partnerTitle}: ${item.issueRefusal}`).join('; ') || null,
  };
}

function presentItem(item: OrderItem): OrderOnWire['items'][number] {
  return {
    id: item.id,
    partner_id: item.partnerId,
    partner_title: item.partnerTitle,
    cards_cnt: item.count,
    card_price: toRubles(item.cardPrice),
    has_act: item.hasAct,
  };
}
