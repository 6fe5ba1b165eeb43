import { sql, type RawBuilder } from 'kysely';
import { OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { formatDateShort } from '../../../lib/money-format.ts';
import type { TransferKind } from '../../money/ledger/account.ts';
import {
  endOfMonth,
  startOfMonth,
  type ClosingPayment,
  type ClosingSale,
  type MonthFigures,
} from './month-closing.ts';
import { BANK_AT, BANK_DOCUMENTS, readOpening } from './month-closing-store.ts';

/** Reads the data for the papers from the ledger. Call it after `countMovements`. */
export async function readFigures(db: Db, companyId: number, month: string): Promise<MonthFigures> {
  const [sales, payments, cards, opening] = [
    await listSales(db, companyId, month),
    await listPayments(db, companyId, month),
    await listIssuedCards(db, companyId, month),
    await readOpening(db, companyId, month),
  ];
  const moved =
    payments.reduce((total, one) => total + one.sum, 0) - sales.reduce((total, one) => total + one.booked, 0);
  return { month, sales, payments, cards, opening: kopecks(opening), closing: kopecks(opening + moved) };
}

/**
 * The month's lines with what each moved on accounts of these kinds. Entries are looked up by the account that the
 * transfer names: by the transfer alone, every entry of every company would be read.
 */
function linesOn(
  kinds: readonly ('network' | 'programme' | 'bank')[],
  companyId: number,
  month: string,
): RawBuilder<unknown> {
  return sql`month_closing_line line
    join ledger_transfer transfer
      on transfer.id = line.transfer_id and line.company_id = ${companyId} and line.month = ${month}
    join ledger_account account
      on account.company_id = ${companyId} and account.kind = any(${kinds}::text[])
      and account.id in (transfer.from_account_id, transfer.to_account_id)
    join ledger_entry entry on entry.account_id = account.id and entry.transfer_id = transfer.id`;
}

interface SaleRow {
  id: number;
  type_id: number;
  partner_id: PartnerId;
  number: string;
  card_number: string;
  comment: string;
  drivers: string | null;
  goods_title: string | null;
  centilitres: number | null;
  unit_price_kopecks: number | null;
  sum_kopecks: number;
  address: string | null;
  sold_at: Date;
  taxed_at: Date;
  booked: number;
  discount_kopecks: number | null;
  surcharge_kopecks: number;
  fee_kopecks: number;
}

/** «Иванов И. П., Петров С.» */
const DRIVERS = sql`(
  select string_agg(concat_ws(' ', driver.surname, nullif(left(driver.name, 1), '') || '.',
    nullif(left(driver.patronymic, 1), '') || '.'), ', ' order by driver.surname, driver.name, driver.id)
  from card_driver join driver on driver.id = card_driver.driver_id where card_driver.card_id = card.id)`;

async function listSales(db: Db, companyId: number, month: string): Promise<ClosingSale[]> {
  const found = await rows(
    db,
    sql<SaleRow>`
      with booked as (
        select transfer.subject_id as operation_id, sum(entry.amount_kopecks)::bigint as kopecks
        from ${linesOn(['network', 'programme'], companyId, month)}
        where transfer.subject_kind = 'operation'
        group by transfer.subject_id
      )
      select operation.id, coalesce(operation.external_id, operation.id::text) as number, operation.type_id, operation.partner_id,
        card.card_number, card.comment, ${DRIVERS} as drivers, operation.goods_title,
        operation.centilitres, operation.unit_price_kopecks, operation.sum_kopecks, operation.address,
        coalesce(operation.sold_at, operation.created_at) as sold_at,
        coalesce(bought.sold_at, operation.sold_at, operation.created_at) as taxed_at, booked.kopecks as booked,
        price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks
      from booked join operation on operation.id = booked.operation_id join card on card.id = operation.card_id
      left join sale_price price on price.operation_id = operation.id
      left join operation bought
        on bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
        and bought.company_id = operation.company_id and bought.type_id = ${OPERATION_TYPE.purchase}
      where operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
      order by operation.partner_id, card.card_number, sold_at, operation.id`,
  );
  return found.map((row) => ({
    id: row.id,
    typeId: row.type_id,
    number: row.number,
    partnerId: row.partner_id,
    cardNumber: row.card_number,
    comment: row.comment,
    drivers: row.drivers ?? '',
    goodsTitle: row.goods_title ?? '',
    centilitres: row.centilitres ?? 0,
    unitPrice: kopecks(row.unit_price_kopecks ?? 0),
    sum: kopecks(row.sum_kopecks),
    address: row.address ?? '',
    soldAt: row.sold_at,
    taxedAt: row.taxed_at,
    booked: kopecks(row.booked),
    price:
      row.discount_kopecks === null
        ? null
        : {
            discount: kopecks(row.discount_kopecks),
            surcharge: kopecks(row.surcharge_kopecks),
            fee: kopecks(row.fee_kopecks),
          },
  }));
}

async function listPayments(db: Db, companyId: number, month: string): Promise<ClosingPayment[]> {
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
        -entry.amount_kopecks as kopecks
      from ${linesOn(['bank'], companyId, month)}
      ${BANK_DOCUMENTS}
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

/** Cards issued since the previous set that stand in no act yet: the act of an order is published when its last card is issued. */
async function listIssuedCards(db: Db, companyId: number, month: string): Promise<MonthFigures['cards']> {
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
