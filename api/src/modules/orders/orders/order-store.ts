import { sql, type RawBuilder } from 'kysely';
import type { PartnerId, RequestStatusId } from '#contract/ids.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { DELIVERY, toDelivery, type Delivery, type DeliveryRow } from '../shipments/shipments.ts';
import type { ChosenItem } from './choose-items.ts';
import { writtenRegistry } from './registry-answer.ts';

export interface OrderRecord {
  id: number;
  company: { id: number; inn: string; title: string };
  statusId: RequestStatusId;
  /** Raised by each edit of the company. */
  revision: number;
  address: Address;
  recipient: Recipient;
  items: OrderItem[];
  /** Taken when all cards are issued. */
  deliveryPrice: Kopecks;
  rejectReason: string | null;
  /** Approved, and taken back before its cards were issued: rejected since. */
  withdrawnAt: Date | null;
  /** Null while there are no plastic cards, and for orders from before shipments were recorded. */
  delivery: Delivery | null;
  createdAt: Date;
}

export interface OrderItem {
  id: number;
  partnerId: PartnerId;
  partnerTitle: string;
  count: number;
  isVirtual: boolean;
  cardPrice: Kopecks;
  hasAct: boolean;
  isIssued: boolean;
  /** Why the network would not issue, or how few it has; for the programme's staff. */
  issueRefusal: string | null;
}

export interface Address {
  city: string;
  street: string;
  house: string;
}

export interface Recipient {
  firstname: string;
  lastname: string;
}

interface OrderRow {
  id: number;
  company_id: number;
  company_inn: string;
  company_title: string;
  status_id: RequestStatusId;
  revision: number;
  city: string;
  street: string;
  house: string;
  recipient_firstname: string;
  recipient_lastname: string;
  reject_reason: string | null;
  withdrawn_at: Date | null;
  created_at: Date;
  delivery_kopecks: number;
  delivery: DeliveryRow | null;
  items: (Omit<OrderItem, 'cardPrice'> & { cardPrice: number })[];
}

/** More than any screen shows; the newest come first. */
const MAX_LISTED = 1000;

/** The company's requests, newest first. */
export function listOrders(db: Db, scope: CompanyScope): Promise<OrderRecord[]> {
  return ordersWhere(db, sql`request.company_id = ${scope.companyId}`);
}

export async function findOrder(db: Db, scope: CompanyScope, id: number): Promise<OrderRecord | null> {
  const found = await ordersWhere(db, sql`request.company_id = ${scope.companyId} and request.id = ${id}`);
  return found[0] ?? null;
}

/** Requests that fulfil a condition on `request` and `company`, newest first. */
export async function ordersWhere(db: Db, condition: RawBuilder<unknown>): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRow>`
    select request.id, request.company_id,
      coalesce(company.inn, company.former_inn) as company_inn, company.title as company_title, request.status_id,
      request.revision, request.city, request.street, request.house, request.recipient_firstname, request.recipient_lastname,
      request.reject_reason, request.withdrawn_at, request.created_at, request.delivery_kopecks, ${DELIVERY} as delivery,
      coalesce(lines.items, '[]') as items
    from card_request request
    join company on company.id = request.company_id
    left join lateral (
      select json_agg(json_build_object('id', item.id, 'partnerId', item.partner_id, 'partnerTitle', partner.title,
        'count', item.cards_cnt, 'isVirtual', item.is_virtual, 'cardPrice', item.card_price_kopecks, 'hasAct', item.act_file_id is not null, 'isIssued', item.issued_at is not null,
        'issueRefusal', item.issue_refusal) order by item.id) as items
      from card_request_item item join partner on partner.id = item.partner_id where item.request_id = request.id
    ) lines on true
    where ${condition}
    order by request.created_at desc, request.id desc limit ${MAX_LISTED}`.execute(db);
  return rows.map(toOrderRecord);
}

export async function insertOrder(
  tx: Db,
  order: {
    companyId: number;
    authorId: number;
    address: Address;
    recipient: Recipient;
    addSum: Kopecks;
    items: readonly ChosenItem[];
    deliveryPrice: Kopecks;
    /** The register's latest data about the company, or null where it was not requested. */
    registry: RegistryCompany | null;
    now: Date;
  },
): Promise<number> {
  const { address, recipient } = order;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into card_request (company_id, author_id, status_id, city, street, house, recipient_firstname,
        recipient_lastname, add_kopecks, delivery_kopecks, registry, created_at)
      values (${order.companyId}, ${order.authorId}, ${REQUEST_STATUS.created}, ${address.city}, ${address.street},
        ${address.house}, ${recipient.firstname}, ${recipient.lastname}, ${order.addSum}, ${order.deliveryPrice},
        ${order.registry === null ? null : writtenRegistry(order.registry, order.now)}::jsonb, ${order.now})
      returning id`,
  );
  await writeItems(tx, { orderId: id, companyId: order.companyId, items: order.items });
  return id;
}

export interface LockedOrder {
  id: number;
  companyId: number;
  authorId: number;
  statusId: RequestStatusId;
  revision: number;
  rejectReason: string | null;
  withdrawnAt: Date | null;
}

/** True when staff have approved an order of the company: it is known to them. */
export async function hasApprovedOrder(db: Db, companyId: number): Promise<boolean> {
  const approved = await firstRow(
    db,
    sql<{ id: number }>`
      select id from card_request where company_id = ${companyId}
        and status_id in (${REQUEST_STATUS.approved}, ${REQUEST_STATUS.issued}) limit 1`,
  );
  return approved !== null;
}

/** Locks a request of the company; a second caller who approves or edits it waits and reads the first one's result. */
export function lockOrder(
  tx: Db,
  args: { id: number; companyId: number | 'any' },
): Promise<LockedOrder | null> {
  const company = args.companyId === 'any' ? sql`true` : sql`company_id = ${args.companyId}`;
  return firstRow(
    tx,
    sql<LockedOrder>`
      select id, company_id as "companyId", author_id as "authorId", status_id as "statusId", revision,
        reject_reason as "rejectReason", withdrawn_at as "withdrawnAt"
      from card_request where id = ${args.id} and ${company} for no key update`,
  );
}

/** Changes what is given and leaves the rest; the items become exactly these. */
export async function updateOrder(
  tx: Db,
  order: {
    id: number;
    companyId: number;
    address: Address | undefined;
    recipient: Recipient | undefined;
    addSum: Kopecks | undefined;
    items: readonly ChosenItem[];
    deliveryPrice: Kopecks;
  },
): Promise<void> {
  const { address, recipient } = order;
  await sql`
    update card_request set revision = revision + 1, city = coalesce(${address?.city ?? null}::text, city),
      street = coalesce(${address?.street ?? null}::text, street), house = coalesce(${address?.house ?? null}::text, house),
      recipient_firstname = coalesce(${recipient?.firstname ?? null}::text, recipient_firstname),
      recipient_lastname = coalesce(${recipient?.lastname ?? null}::text, recipient_lastname),
      add_kopecks = coalesce(${order.addSum ?? null}::bigint, add_kopecks), delivery_kopecks = ${order.deliveryPrice}
    where id = ${order.id} and company_id = ${order.companyId}`.execute(tx);
  await sql`
    delete from card_request_item
    where request_id = ${order.id} and (partner_id, is_virtual) not in (
      select partner_id, is_virtual
      from unnest(${order.items.map((item) => item.partnerId)}::int[], ${order.items.map((item) => item.isVirtual)}::boolean[])
        as line (partner_id, is_virtual))`.execute(tx);
  await writeItems(tx, { orderId: order.id, companyId: order.companyId, items: order.items });
}

/** An existing line keeps its id; its act is removed when the number of cards changes. */
async function writeItems(
  tx: Db,
  order: { orderId: number; companyId: number; items: readonly ChosenItem[] },
): Promise<void> {
  const lines = sql`unnest(
      ${order.items.map((item) => item.partnerId)}::int[], ${order.items.map((item) => item.count)}::int[],
      ${order.items.map((item) => item.cardPrice)}::bigint[], ${order.items.map((item) => item.isVirtual)}::boolean[]
    ) with ordinality as line (partner_id, cards_cnt, price, is_virtual, place)`;
  await sql`
    update card_request_item item set cards_cnt = line.cards_cnt, card_price_kopecks = line.price,
      act_file_id = case when item.cards_cnt = line.cards_cnt then item.act_file_id end
    from ${lines}
    where item.company_id = ${order.companyId} and item.request_id = ${order.orderId}
      and item.partner_id = line.partner_id and item.is_virtual = line.is_virtual`.execute(tx);
  await sql`
    insert into card_request_item (company_id, request_id, partner_id, cards_cnt, card_price_kopecks, is_virtual)
    select ${order.companyId}::bigint, ${order.orderId}::bigint, line.partner_id, line.cards_cnt, line.price, line.is_virtual
    from ${lines} order by line.place
    on conflict do nothing`.execute(tx);
}

export async function markApproved(tx: Db, args: { id: number; now: Date }): Promise<void> {
  await sql`
    update card_request set status_id = ${REQUEST_STATUS.approved}, approved_at = ${args.now}
    where id = ${args.id}`.execute(tx);
}

export async function markRejected(tx: Db, args: { id: number; reason: string }): Promise<void> {
  await sql`
    update card_request set status_id = ${REQUEST_STATUS.rejected}, reject_reason = ${args.reason}
    where id = ${args.id}`.execute(tx);
}

/** An approved request is taken back: from here on it is a rejected one. */
export async function markWithdrawn(tx: Db, args: { id: number; reason: string; now: Date }): Promise<void> {
  await sql`
    update card_request set status_id = ${REQUEST_STATUS.rejected}, reject_reason = ${args.reason}, withdrawn_at = ${args.now}
    where id = ${args.id}`.execute(tx);
}

/** Marks a request as issued when all its items are; null unless this call has changed its state. */
export function markIssuedWhenComplete(
  tx: Db,
  id: number,
): Promise<{ authorId: number; cards: number } | null> {
  return firstRow(
    tx,
    sql<{ authorId: number; cards: number }>`
      update card_request set status_id = ${REQUEST_STATUS.issued}
      where id = ${id} and status_id = ${REQUEST_STATUS.approved}
        and not exists (select from card_request_item where request_id = ${id} and issued_at is null)
      returning author_id as "authorId",
        (select sum(cards_cnt)::int from card_request_item where request_id = ${id}) as cards`,
  );
}

function toOrderRecord(row: OrderRow): OrderRecord {
  return {
    id: row.id,
    company: { id: row.company_id, inn: row.company_inn, title: row.company_title },
    statusId: row.status_id,
    revision: row.revision,
    address: { city: row.city, street: row.street, house: row.house },
    recipient: { firstname: row.recipient_firstname, lastname: row.recipient_lastname },
    items: row.items.map((item) => ({ ...item, cardPrice: kopecks(item.cardPrice) })),
    deliveryPrice: kopecks(row.delivery_kopecks),
    delivery: toDelivery(row.delivery),
    rejectReason: row.reject_reason,
    withdrawnAt: row.withdrawn_at,
    createdAt: row.created_at,
  };
}
