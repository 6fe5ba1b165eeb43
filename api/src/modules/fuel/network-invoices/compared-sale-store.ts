import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { addDays } from '../../../lib/days.ts';
import { writeSaleCosts } from '../../programme/purchase-terms/sale-costs.ts';
import type { ComparedLine, ComparedSale } from './match-lines.ts';
import type { Comparison } from './network-invoice-store.ts';
import { isBilled } from './repeated-line-store.ts';

export interface NetworkCard {
  id: number;
  number: string;
}

/** The next cards of a network, by their ids. */
export function listCardsOfNetwork(
  db: Db,
  args: { partnerId: number; after: number; limit: number },
): Promise<NetworkCard[]> {
  return rows(
    db,
    sql<NetworkCard>`
      select id, card_number as number from card
      where partner_id = ${args.partnerId} and id > ${args.after} order by id limit ${args.limit}`,
  );
}

/** Counts those of these numbers that are no card of the network. */
export async function countUnknownCards(
  db: Db,
  args: { partnerId: number; numbers: readonly string[] },
): Promise<number> {
  const found = await rows(
    db,
    sql<{ number: string }>`
      select card_number as number from card
      where partner_id = ${args.partnerId} and card_number = any(${args.numbers}::text[])`,
  );
  return args.numbers.length - found.length;
}

/** The lines of the report for these cards that have no outcome yet. */
export function listComparedLines(
  db: Db,
  args: { invoiceId: number; cardNumbers: readonly string[] },
): Promise<(ComparedLine & { cardNumber: string })[]> {
  return rows(
    db,
    sql<ComparedLine & { cardNumber: string }>`
      select id, card_number as "cardNumber", clock, is_refund as "isRefund", goods_title as "goodsTitle", quantity,
        unit_price_kopecks as "unitPrice", station_kopecks as sum,
        station_kopecks = sum_kopecks as "hasOneSum"
      from network_invoice_line
      where invoice_id = ${args.invoiceId} and row_number is not null and outcome is null
        and card_number = any(${args.cardNumbers}::text[])
      order by row_number`,
  );
}

export interface CardSale extends ComparedSale {
  cardNumber: string;
  /** False for a sale of the day before the period or after it, which is only paired with a line. */
  isOfPeriod: boolean;
  /** Another invoice of the network that has the sale. */
  otherInvoiceId: number | null;
}

/** Lists the sales of these cards in the days of an invoice and a day around them. */
export async function listSales(
  db: Db,
  { id, partnerId, from, to, cards }: Comparison & { cards: readonly NetworkCard[] },
): Promise<CardSale[]> {
  const cardIds = cards.map((card) => card.id);
  const costs = writeSaleCosts({ from: addDays(from, -1), to: addDays(to, 1), partnerId, cardIds });
  const beginning = sql`(${from}::date::timestamp at time zone 'Europe/Moscow')`;
  const ending = sql`((${to}::date + 1)::timestamp at time zone 'Europe/Moscow')`;
  return rows(
    db,
    sql<CardSale>`
      with ${costs}
      select sale.id as "operationId", card.card_number as "cardNumber", sale.created_at as "soldAt",
        sale.type_id = ${OPERATION_TYPE.refund} as "isRefund", coalesce(sale.goods_title, '') as "goodsTitle",
        coalesce(sale.centilitres, sale.centipieces) as quantity, sale.unit_price_kopecks as "unitPrice",
        sale.sum_kopecks as sum, cost.sum - cost.received as "purchaseSum", coalesce(sale.address, '') as address,
        sale.created_at >= ${beginning} and sale.created_at < ${ending} as "isOfPeriod",
        other.invoice_id as "otherInvoiceId"
      from operation sale join card on card.id = sale.card_id
      left join cost on cost.operation_id = sale.id
      left join lateral (
        select line.invoice_id from network_invoice_line line
        where line.operation_id = sale.id and line.invoice_id <> ${id} and line.row_number is not null and ${isBilled()}
        order by line.invoice_id limit 1
      ) other on true
      where sale.card_id = any(${cardIds}::bigint[]) and sale.status_id = ${OPERATION_STATUS.done}
        and sale.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        and sale.created_at >= ${beginning} - interval '1 day' and sale.created_at < ${ending} + interval '1 day'
      order by sale.created_at, sale.id`,
  );
}
