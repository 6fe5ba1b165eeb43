import { sql, type RawBuilder } from 'kysely';
import type { ShipmentState } from '#contract/orders/order-delivery.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { toPattern } from '../../../db/text-search.ts';
import { TO_SEND, type Delivery } from './shipments.ts';

/** A shipment as staff see it. */
export interface StaffShipment extends Delivery {
  orderId: number;
  company: { id: number; inn: string; title: string };
  cards: number;
  /** «РН-Карт 2, Газпромнефть 1». */
  networks: string;
  address: string;
  recipient: string;
  /** Phone of the author of the order. */
  phone: string;
  readyAt: Date;
}

interface ShipmentFilter {
  state: ShipmentState | undefined;
  q: string | undefined;
  page: number;
  perPage: number;
}

/** Lists shipments: those to send with the oldest first, others with the newest first. */
export async function listShipmentPage(
  db: Db,
  filter: ShipmentFilter,
): Promise<{ shipments: StaffShipment[]; total: number }> {
  const { state, page, perPage } = filter;
  const which = toCondition(filter);
  const order =
    state === 'to-send' ? sql`shipment.ready_at, shipment.request_id` : sql`shipment.request_id desc`;
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total ${FROM} where ${which}`,
  );
  const shipments = await rows(
    db,
    sql<StaffShipment>`
      select shipment.request_id as "orderId", shipment.carrier, shipment.tracking, shipment.sent_on::text as "sentOn",
        shipment.delivered_on::text as "deliveredOn", shipment.received_at as "receivedAt", shipment.cards,
        shipment.ready_at as "readyAt", author.phone,
        concat('г. ', request.city, ', ', request.street, ', дом ', request.house) as address,
        trim(concat_ws(' ', request.recipient_lastname, request.recipient_firstname)) as recipient,
        json_build_object('id', company.id, 'inn', coalesce(company.inn, company.former_inn), 'title', company.title) as company,
        exists (
          select from card_request_item item join card on card.request_item_id = item.id
          where item.request_id = shipment.request_id and card.receipt_awaited
        ) as activates, (
          select string_agg(concat(counted.title, ' ', counted.cards), ', ' order by counted.id)
          from (
            select partner.id, partner.title, count(*) as cards
            from card_request_item item
            join card on card.request_item_id = item.id and not card.is_virtual
            join partner on partner.id = item.partner_id
            where item.request_id = shipment.request_id group by partner.id, partner.title
          ) counted
        ) as networks
      ${FROM} where ${which} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { shipments, total };
}

const FROM = sql`
  from card_shipment shipment
  join card_request request on request.id = shipment.request_id
  join company on company.id = shipment.company_id
  join app_user author on author.id = request.author_id`;

const STATE: Record<ShipmentState, RawBuilder<unknown>> = {
  'to-send': TO_SEND,
  sent: sql`shipment.sent_on is not null and shipment.delivered_on is null and shipment.received_at is null`,
  delivered: sql`shipment.delivered_on is not null and shipment.received_at is null`,
  received: sql`shipment.received_at is not null`,
};

function toCondition({ state, q = '' }: ShipmentFilter): RawBuilder<unknown> {
  const pattern = toPattern(q);
  return sql`${state ? STATE[state] : sql`true`} and (${q === ''} or request.id::text = ${q.replace(/^№\s*/, '')}
    or company.inn like ${`${q}%`} or company.title ilike ${pattern} or shipment.tracking ilike ${pattern})`;
}
