import { sql } from 'kysely';
import { describeCorrection, type CorrectionKind } from '#contract/money/balance-corrections.ts';
import { OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { formatDateShort } from '../../../../lib/money-format.ts';
import type { ServiceChargeKind } from '../../../money/fees/service-charges.ts';
import type { TransferKind } from '../../../money/ledger/account.ts';
import {
  endOfMonth,
  startOfMonth,
  type ClosingCard,
  type ClosingCorrection,
  type ClosingPayment,
  type ClosingSale,
} from './month-closing.ts';
import { joinHolders } from '../../../fuel/history/join-holders.ts';
import { COST_CENTRE, JOIN_ASSIGNMENT, TRIP_NUMBER } from '../../../fuel/assignments/purchase-assignments.ts';
import { BANK_AT, BANK_DOCUMENTS } from '../../advances/bank-time.ts';
import type { ClosingService } from './service-lines.ts';

/** Maximum number of sales in memory at once. */
const SALE_BATCH_SIZE = 5000;

/**
 * A sale with the amounts that the ledger moved to the network and to the programme for it. They are negative for a
 * refund.
 */
export interface BookedSale extends ClosingSale {
  booked: Kopecks;
  /** The earlier month in whose documents the purchase of a refund stands, or null. */
  boughtIn: string | null;
}

interface SaleRow {
  id: number;
  type_id: number;
  partner_id: PartnerId;
  number: string;
  card_id: number;
  card_number: string;
  goods_title: string | null;
  centilitres: number | null;
  centipieces: number | null;
  unit_price_kopecks: number | null;
  sum_kopecks: number;
  address: string | null;
  sold_at: Date;
  taxed_at: Date;
  bought_in: string | null;
  booked: number;
  discount_kopecks: number | null;
  surcharge_kopecks: number;
  fee_kopecks: number;
  comment: string;
  drivers: string | null;
  plate: string | null;
  cost_centre: string;
  trip_number: string;
}

/**
 * The month's sales by network, card and time, some thousand at a time, with what the ledger moved for each. Call it after
 * `countMovements`, in a transaction of its own that shows one moment.
 */
export async function* iterateSales(tx: Db, companyId: number, month: string): AsyncGenerator<BookedSale[]> {
  // The cursor is read to its end; a large company's lines are sorted before the first of them comes.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`set local statement_timeout = '15min'`.execute(tx);
  await sql`
    declare closing_sale no scroll cursor for
    with own as materialized (
      select array_agg(id) as ids from ledger_account
      where company_id = ${companyId} and kind in ('network', 'programme')
    ), booked as (
      select transfer.subject_id as operation_id,
        sum(case when transfer.to_account_id = any(own.ids) then transfer.amount_kopecks else 0 end
          - case when transfer.from_account_id = any(own.ids) then transfer.amount_kopecks else 0 end)::bigint as kopecks
      from own, month_closing_line line join ledger_transfer transfer on transfer.id = line.transfer_id
      where line.company_id = ${companyId} and line.month = ${month} and transfer.subject_kind = 'operation'
      group by transfer.subject_id
    )
    select operation.id, coalesce(operation.external_id, operation.id::text) as number, operation.type_id,
      operation.partner_id, operation.card_id, card.card_number, operation.goods_title, operation.centilitres,
      operation.centipieces,      operation.unit_price_kopecks, operation.sum_kopecks, operation.address,
      coalesce(operation.sold_at, operation.created_at) as sold_at,
      coalesce(bought.sold_at, operation.sold_at, operation.created_at) as taxed_at, booked.kopecks as booked,
      (select line.month from ledger_transfer transfer join month_closing_line line on line.transfer_id = transfer.id
        where transfer.subject_kind = 'operation' and transfer.subject_id = bought.id and line.company_id = ${companyId}
          and line.month < ${month} order by line.month desc limit 1) as bought_in,
      price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks, card.comment, crew.drivers, ride.plate,
      ${COST_CENTRE} as cost_centre, ${TRIP_NUMBER} as trip_number
    from booked join operation on operation.id = booked.operation_id join card on card.id = operation.card_id
    left join sale_price price on price.operation_id = operation.id
    ${joinHolders(companyId)} ${JOIN_ASSIGNMENT}
    left join operation bought
      on bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
      and bought.company_id = operation.company_id and bought.type_id = ${OPERATION_TYPE.purchase}
    where operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
    order by operation.partner_id, card.card_number, sold_at, operation.id`.execute(tx);
  for (;;) {
    const found = await rows(tx, sql<SaleRow>`fetch forward ${sql.lit(SALE_BATCH_SIZE)} from closing_sale`);
    if (found.length > 0) yield found.map(toBookedSale);
    if (found.length < SALE_BATCH_SIZE) return;
  }
}

function toBookedSale(row: SaleRow): BookedSale {
  return {
    id: row.id,
    typeId: row.type_id,
    number: row.number,
    partnerId: row.partner_id,
    cardNumber: row.card_number,
    comment: row.comment,
    drivers: row.drivers ?? '',
    vehicle: row.plate === null ? '' : formatPlate(row.plate),
    costCentre: row.cost_centre,
    tripNumber: row.trip_number,
    goodsTitle: row.goods_title ?? '',
    quantity: row.centipieces ?? row.centilitres ?? 0,
    unit: row.centipieces === null ? 'litres' : 'pieces',
    unitPrice: kopecks(row.unit_price_kopecks ?? 0),
    sum: kopecks(row.sum_kopecks),
    address: row.address ?? '',
    soldAt: row.sold_at,
    taxedAt: row.taxed_at,
    booked: kopecks(row.booked),
    boughtIn: row.bought_in,
    price:
      row.discount_kopecks === null
        ? null
        : {
            discount: kopecks(row.discount_kopecks),
            surcharge: kopecks(row.surcharge_kopecks),
            fee: kopecks(row.fee_kopecks),
          },
  };
}

export async function listPayments(db: Db, companyId: number, month: string): Promise<ClosingPayment[]> {
  const found = await rows(
    db,
    sql<{
      paid_at: Date;
      kind: TransferKind;
      number: string | null;
      dated_on: string | null;
      kopecks: number;
    }>`
      select ${BANK_AT} as paid_at, transfer.kind,
        coalesce(payment.number, returned.number) as number, coalesce(payment.dated_on, returned.dated_on) as dated_on,
        case when transfer.from_account_id = account.id then transfer.amount_kopecks
          else -transfer.amount_kopecks end as kopecks
      from month_closing_line line
      join ledger_transfer transfer on transfer.id = line.transfer_id
      join ledger_account account
        on account.company_id = ${companyId} and account.kind = 'bank'
        and account.id in (transfer.from_account_id, transfer.to_account_id)
      ${BANK_DOCUMENTS}
      where line.company_id = ${companyId} and line.month = ${month}
      order by paid_at, transfer.id`,
  );
  return found.map((row) => ({
    at: row.paid_at,
    basis:
      row.number === null || row.dated_on === null
        ? ''
        : `п/п № ${row.number} от ${formatDateShort(row.dated_on)}`,
    sum: kopecks(row.kopecks),
    isReturn: row.kind === 'return-advance' || row.kind === 'reverse-return',
  }));
}

/** Corrections of the balance that were booked in the month, and late ones, by time. */
export async function listCorrections(
  db: Db,
  companyId: number,
  month: string,
): Promise<ClosingCorrection[]> {
  const found = await rows(
    db,
    sql<{
      at: Date;
      kind: CorrectionKind;
      reverses_id: number | null;
      title: string | null;
      note: string;
      kopecks: number;
    }>`
      select transfer.posted_at as at, correction.kind, correction.reverses_id, document.title, correction.note,
        case correction.direction when 'to-client' then transfer.amount_kopecks
          else -transfer.amount_kopecks end as kopecks
      from month_closing_line line
      join ledger_transfer transfer on transfer.id = line.transfer_id and transfer.subject_kind = 'correction'
      join correction on correction.id = transfer.subject_id
      left join month_document document on document.id = correction.document_id
      where line.company_id = ${companyId} and line.month = ${month}
      order by transfer.posted_at, transfer.id`,
  );
  return found.map(({ at, kind, reverses_id, title: documentTitle, note, kopecks: sum }) => ({
    at,
    title: describeCorrection({ kind, isReversal: reverses_id !== null, documentTitle, note }),
    ukdNumber: kind === 'ukd' ? (/^УКД № (\S+)/.exec(documentTitle ?? '')?.[1] ?? null) : null,
    sum: kopecks(sum),
  }));
}

/** The services of a month's set with what the ledger has taken for each, oldest first. */
export async function listServices(db: Db, companyId: number, month: string): Promise<ClosingService[]> {
  const found = await rows(
    db,
    sql<{
      partner_id: PartnerId;
      kind: ServiceChargeKind;
      quantity: number;
      kopecks: number;
      served_at: Date;
    }>`
      select charge.partner_id, charge.kind, charge.quantity, charge.served_at,
        sum(transfer.amount_kopecks)::bigint as kopecks
      from month_closing_line line
      join ledger_transfer transfer on transfer.id = line.transfer_id
      join service_charge charge on charge.id = transfer.subject_id
      where line.company_id = ${companyId} and line.month = ${month} and transfer.subject_kind = 'service-charge'
      group by charge.id order by charge.served_at, charge.id`,
  );
  return found.map((row) => ({
    partnerId: row.partner_id,
    kind: row.kind,
    quantity: row.quantity,
    sum: kopecks(row.kopecks),
    servedAt: row.served_at,
  }));
}

/** Cards issued since the previous set that stand in no act yet: the act of an order is published when its last card is issued. */
export async function listIssuedCards(db: Db, companyId: number, month: string): Promise<ClosingCard[]> {
  const found = await rows(
    db,
    sql<{ id: number; partner_id: PartnerId; card_number: string; created_at: Date }>`
      select card.id, card.partner_id, card.card_number, card.created_at
      from card
      join month_closing closing on closing.company_id = card.company_id and closing.month = ${month}
      left join lateral (
        select until_at from month_closing
        where company_id = card.company_id and month < ${month} and until_at is not null
        order by month desc limit 1
      ) previous on true
      where card.company_id = ${companyId}
        and (card.created_at >= ${startOfMonth(month)} or card.created_at > previous.until_at)
        and card.created_at < ${endOfMonth(month)} and card.created_at <= closing.until_at
        and not exists (select from card_act_line line where line.card_id = card.id)
      order by card.partner_id, card.card_number`,
  );
  return found.map((row) => ({
    id: row.id,
    partnerId: row.partner_id,
    number: row.card_number,
    issuedAt: row.created_at,
  }));
}
