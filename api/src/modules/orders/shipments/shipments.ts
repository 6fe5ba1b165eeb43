import { sql } from 'kysely';
import type { ShipmentState } from '#contract/orders/order-delivery.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** Place of the plastic cards of an order. Days are `YYYY-MM-DD`. */
export interface Delivery {
  carrier: string | null;
  tracking: string | null;
  sentOn: string | null;
  deliveredOn: string | null;
  /** Time at which the company has confirmed the receipt. */
  receivedAt: Date | null;
  /** Cards can't be set up before that. */
  activates: boolean;
}

export function getShipmentState({ sentOn, deliveredOn, receivedAt, activates }: Delivery): ShipmentState {
  if (receivedAt && !activates) return 'received';
  if (deliveredOn) return 'delivered';
  return sentOn ? 'sent' : 'to-send';
}

/** A `delivery` of the `request`, or null where it has no plastic cards, or had them before shipments were recorded. */
export const DELIVERY = sql`(
  select json_build_object('carrier', shipment.carrier, 'tracking', shipment.tracking, 'sentOn', shipment.sent_on,
    'deliveredOn', shipment.delivered_on, 'receivedAt', shipment.received_at, 'activates', awaited.some)
  from (select exists (
      select from card_request_item item join card on card.request_item_id = item.id
      where item.request_id = request.id and card.receipt_awaited
    ) as some) awaited
  left join card_shipment shipment on shipment.request_id = request.id
  where shipment.request_id is not null or awaited.some)`;

/** A delivery as JSON, which has no dates. */
export type DeliveryRow = Omit<Delivery, 'receivedAt'> & { receivedAt: string | null };

export function toDelivery(row: DeliveryRow | null): Delivery | null {
  return row && { ...row, receivedAt: row.receivedAt === null ? null : new Date(row.receivedAt) };
}

/** Opens the shipment of an order whose last card is issued; virtual cards are not sent. */
export async function openShipment(
  tx: Db,
  args: { orderId: number; companyId: number; now: Date },
): Promise<void> {
  await sql`
    insert into card_shipment (request_id, company_id, cards, ready_at)
    select ${args.orderId}::bigint, ${args.companyId}::bigint, count(*), ${args.now}::timestamptz
    from card_request_item item join card on card.request_item_id = item.id
    where item.request_id = ${args.orderId}::bigint and item.company_id = ${args.companyId}::bigint and not card.is_virtual
    having count(*) > 0 on conflict do nothing`.execute(tx);
}

/** Condition on a `shipment` whose cards wait to be sent. */
export const TO_SEND = sql`shipment.sent_on is null and shipment.delivered_on is null and shipment.received_at is null`;

/** Counts the orders of all companies whose cards wait to be sent. */
export async function countShipmentsToSend(db: Db): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from card_shipment shipment where ${TO_SEND}`,
  );
  return count;
}

export interface LockedShipment {
  orderId: number;
  companyId: number;
  cards: number;
  sentOn: string | null;
  deliveredOn: string | null;
  receivedAt: Date | null;
}

/** Locks the shipments of these orders, in the order of their ids. */
export function lockShipments(tx: Db, orderIds: readonly number[]): Promise<LockedShipment[]> {
  return rows(
    tx,
    sql<LockedShipment>`
      select request_id as "orderId", company_id as "companyId", cards, sent_on::text as "sentOn",
        delivered_on::text as "deliveredOn", received_at as "receivedAt"
      from card_shipment where request_id = any(${orderIds}::bigint[]) order by request_id for no key update`,
  );
}

export async function markSent(
  tx: Db,
  sent: {
    orderIds: readonly number[];
    carrier: string;
    tracking: string | null;
    sentOn: string;
    userId: number;
    now: Date;
  },
): Promise<void> {
  await sql`
    update card_shipment set carrier = ${sent.carrier}, tracking = ${sent.tracking}, sent_on = ${sent.sentOn}::date,
      sent_by = ${sent.userId}, sent_at = coalesce(sent_at, ${sent.now})
    where request_id = any(${sent.orderIds}::bigint[])`.execute(tx);
}

export async function markDelivered(
  tx: Db,
  delivered: { orderIds: readonly number[]; deliveredOn: string; userId: number },
): Promise<void> {
  await sql`
    update card_shipment set delivered_on = ${delivered.deliveredOn}::date, delivered_by = ${delivered.userId}
    where request_id = any(${delivered.orderIds}::bigint[])`.execute(tx);
}

/** Marks the cards of an order as received; null when it has no shipment, false when they were received before. */
export async function markReceived(
  tx: Db,
  scope: CompanyScope,
  received: { orderId: number; userId: number; now: Date },
): Promise<boolean | null> {
  const row = await firstRow(
    tx,
    sql<{ received_at: Date | null }>`
      select received_at from card_shipment
      where request_id = ${received.orderId} and company_id = ${scope.companyId} for no key update`,
  );
  if (!row) return null;
  if (row.received_at) return false;
  await sql`
    update card_shipment set received_at = ${received.now}, received_by = ${received.userId}
    where request_id = ${received.orderId} and company_id = ${scope.companyId}`.execute(tx);
  return true;
}
