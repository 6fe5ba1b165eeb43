import type { z } from 'zod';
import {
  REQUEST_STATUS,
  REQUEST_STATUS_TITLE,
  WITHDRAWN_TITLE,
  type RequestStatusId,
} from '#contract/ids.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { cardRequest } from '#contract/orders/orders.ts';
import type { registryRecord } from '#contract/values/registry.ts';
import type { duplicate, staffCardRequest, staffRequestDetails } from '#contract/orders/staff-requests.ts';
import { maskAddress } from '../../messaging/emails/confirm-address.ts';
import { presentDelivery } from '../shipments/present.ts';
import { sumOfItems } from './choose-items.ts';
import type { OrderItem, OrderRecord } from './order-store.ts';
import { canEdit } from './policy.ts';
import type { StaffOrderDetails } from './read-order.ts';
import type { Duplicate, StaffOrder } from './staff-order-store.ts';

type OrderOnWire = z.input<typeof cardRequest>;

/** A card request as every call shows it (spec section 3, docs/calls.md 3). */
export function presentOrder(order: OrderRecord): OrderOnWire {
  return {
    id: order.id,
    status: statusOnWire(order.statusId, order.withdrawnAt !== null),
    address: order.address,
    recipient: order.recipient,
    items: order.items.map(presentItem),
    partner_title: order.items.map((item) => item.partnerTitle).join(', '),
    // The draft shows one price (spec section 3); where networks differ, each item has its own.
    card_price: toRubles(order.items[0]?.cardPrice ?? kopecks(0)),
    ...(order.deliveryPrice > 0 && { delivery_price: toRubles(order.deliveryPrice) }),
    sum: toRubles(kopecks(sumOfItems(order.items) + order.deliveryPrice)),
    can_edit: canEdit(order),
    created_at: order.createdAt.toISOString(),
    reject_reason: order.rejectReason,
    ...(order.delivery && { delivery: presentDelivery(order.delivery) }),
  };
}

/** Works as `presentOrder`, and adds what only the programme's staff see. */
export function presentOrderToStaff(order: StaffOrder): z.input<typeof staffCardRequest> {
  const { author, authority, canWithdraw, withdrawnAt, owner } = order;
  const isOver = order.statusId === REQUEST_STATUS.rejected;
  const refusals = isOver ? [] : order.items.filter((item) => item.issueRefusal !== null);
  return {
    ...presentOrder(order),
    company: order.company,
    revision: order.revision,
    issue_problem: refusals.map((item) => `${item.partnerTitle}: ${item.issueRefusal}`).join('; ') || null,
    author: { ...author, since: author.since.toISOString() },
    registry: presentRegistry(order.registry),
    authority,
    can_withdraw: canWithdraw,
    withdrawn_at: withdrawnAt?.toISOString() ?? null,
    owner: owner && {
      id: owner.id,
      firstname: owner.firstname,
      lastname: owner.lastname,
      taken_at: owner.takenAt.toISOString(),
    },
  };
}

export function presentOrderDetails(details: StaffOrderDetails): z.input<typeof staffRequestDetails> {
  const { order, authorCompanies, authorMail, duplicates, firstAdmin } = details;
  return {
    ...presentOrderToStaff(order),
    author_companies: authorCompanies,
    author_mail:
      authorMail === null ? null : { masked: maskAddress(authorMail.email), confirmed: authorMail.confirmed },
    duplicates: duplicates.map(presentDuplicate),
    first_admin: firstAdmin,
  };
}

function presentRegistry(input: StaffOrder['registry']): z.input<typeof registryRecord> {
  const { inn, kpp, ogrn, title, legalForm, address, readAt } = input;
  const named = { inn, kpp, ogrn, title, legal_form: legalForm, address, read_at: readAt };
  if (!('state' in input)) return { ...named, director: null, status: null, phones: [] };
  return { ...named, director: input.director, status: input.state, phones: [...input.phones] };
}

function presentDuplicate(item: Duplicate): z.input<typeof duplicate> {
  return {
    same: item.same,
    request_id: item.requestId,
    company: item.company,
    in_programme: item.inProgramme,
    status: item.statusId === null ? null : statusOnWire(item.statusId, item.withdrawn),
    author: item.author,
    created_at: item.at.toISOString(),
  };
}

function statusOnWire(id: RequestStatusId, withdrawn: boolean): { id: number; title: string } {
  return { id, title: withdrawn ? WITHDRAWN_TITLE : REQUEST_STATUS_TITLE[id] };
}

function presentItem(item: OrderItem): OrderOnWire['items'][number] {
  return {
    id: item.id,
    partner_id: item.partnerId,
    partner_title: item.partnerTitle,
    cards_cnt: item.count,
    card_price: toRubles(item.cardPrice),
    is_virtual: item.isVirtual,
    has_act: item.hasAct,
    issued: item.isIssued,
  };
}
