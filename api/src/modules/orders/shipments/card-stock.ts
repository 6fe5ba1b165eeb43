import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** How the programme hands cards over. */
export interface CardLogistics {
  activatesOnReceipt: boolean;
  lowBelow: number;
}

export function readCardLogistics(db: Db): Promise<CardLogistics> {
  return getOnlyRow(
    db,
    sql<CardLogistics>`
      select activates_on_receipt as "activatesOnReceipt", low_below as "lowBelow" from card_logistics`,
  );
}

export function lockCardLogistics(tx: Db): Promise<CardLogistics> {
  return getOnlyRow(
    tx,
    sql<CardLogistics>`
      select activates_on_receipt as "activatesOnReceipt", low_below as "lowBelow" from card_logistics for update`,
  );
}

export async function updateCardLogistics(tx: Db, next: CardLogistics): Promise<void> {
  await sql`
    update card_logistics set activates_on_receipt = ${next.activatesOnReceipt}, low_below = ${next.lowBelow}`.execute(
    tx,
  );
}

export interface NetworkStock {
  partnerId: number;
  title: string;
  received: number;
  sent: number;
  /** False: no entry was made, so nothing is counted. */
  isCounted: boolean;
}

/** Counts the blank cards of each network: those that came, and those that were sent since the first of them. */
export function listStock(db: Db): Promise<NetworkStock[]> {
  return rows(
    db,
    sql<NetworkStock>`
      select partner.id as "partnerId", partner.title, coalesce(stock.received, 0)::int as received,
        stock.since is not null as "isCounted", (
          select count(*)::int from card_shipment shipment
          join card_request_item item on item.request_id = shipment.request_id and item.partner_id = partner.id
          join card on card.request_item_id = item.id and not card.is_virtual
          where shipment.sent_at >= stock.since
        ) as sent
      from partner
      left join lateral (
        select sum(count) as received, min(entered_at) as since from card_stock_change
        where partner_id = partner.id
      ) stock on true
      where partner.id <> ${SANDBOX_NETWORK} order by partner.id`,
  );
}

interface StockChange {
  id: number;
  partnerTitle: string;
  count: number;
  /** `YYYY-MM-DD`. */
  day: string;
  note: string;
  by: string;
}

const MAX_LISTED = 50;

/** The last entries, newest first. */
export function listStockChanges(db: Db): Promise<StockChange[]> {
  return rows(
    db,
    sql<StockChange>`
      select change.id, partner.title as "partnerTitle", change.count, change.day::text as day, change.note,
        coalesce(nullif(trim(concat_ws(' ', person.lastname, person.firstname)), ''), 'Сотрудник № ' || person.id) as by
      from card_stock_change change
      join partner on partner.id = change.partner_id
      join app_user person on person.id = change.entered_by
      order by change.id desc limit ${MAX_LISTED}`,
  );
}

export async function insertStockChange(
  tx: Db,
  change: { partnerId: number; count: number; day: string; note: string; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into card_stock_change (partner_id, count, day, note, entered_by, entered_at)
    values (${change.partnerId}, ${change.count}, ${change.day}::date, ${change.note}, ${change.userId}, ${change.now})`.execute(
    tx,
  );
}
