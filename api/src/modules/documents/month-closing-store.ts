import { sql, type RawBuilder } from 'kysely';
import { OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, onlyRow, rows, type Db } from '../../db/database.ts';
import { formatDateShort } from '../../lib/money-format.ts';
import {
  endOfMonth,
  startOfMonth,
  type ClosingPayment,
  type ClosingSale,
  type MonthFigures,
} from './month-closing.ts';

export interface Closing {
  state: 'open' | 'counted' | 'done';
  askedAt: Date;
  askedBy: number | null;
  until: Date | null;
}

/** Locks the closing of a company, so that two that work on it take turns. */
export async function lockClosing(tx: Db, companyId: number, month: string): Promise<Closing> {
  const row = await onlyRow(
    tx,
    sql<{ state: Closing['state']; asked_at: Date; asked_by: number | null; until_at: Date | null }>`
      select state, asked_at, asked_by, until_at from month_closing
      where company_id = ${companyId} and month = ${month} for no key update`,
  );
  return { state: row.state, askedAt: row.asked_at, askedBy: row.asked_by, until: row.until_at };
}

/** A movement is dated by the day when the fuel was released, or by the day of its posting. */
const MOVEMENTS = (companyId: number) => sql`
  select entry.transfer_id, entry.amount_kopecks, account.kind, transfer.subject_kind, transfer.subject_id,
    transfer.posted_at, coalesce(operation.sold_at, transfer.posted_at) as dated_at
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id
  join ledger_transfer transfer on transfer.id = entry.transfer_id
  left join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
  where account.company_id = ${companyId} and account.kind in ('bank', 'network')`;

/**
 * Fixes which movements stand in the month's papers: those of its days that stand in no other month's, and those of
 * closed months that became known after these had been closed.
 */
export async function countMovements(
  tx: Db,
  args: { companyId: number; month: string; until: Date },
): Promise<void> {
  const { companyId, month } = args;
  await sql`
    insert into month_closing_line (transfer_id, company_id, month)
    select movement.transfer_id, ${companyId}::bigint, ${month}
    from (${MOVEMENTS(companyId)}) movement
    where movement.dated_at < ${endOfMonth(month)}
      and not exists (select from month_closing_line line where line.transfer_id = movement.transfer_id)
      and (movement.dated_at >= ${startOfMonth(month)} or exists (
        select from month_closing closed
        where closed.company_id = ${companyId} and closed.state <> 'open'
          and closed.month = to_char(movement.dated_at at time zone 'Europe/Moscow', 'YYYY-MM')))
    order by movement.transfer_id`.execute(tx);
  await sql`
    update month_closing set state = 'counted', until_at = ${args.until}, problem = null
    where company_id = ${companyId} and month = ${month}`.execute(tx);
}

/** What the papers are made of, from the ledger. Call it after `countMovements`. */
export async function readFigures(db: Db, companyId: number, month: string): Promise<MonthFigures> {
  const [sales, payments, cards, opening] = [
    await listSales(db, companyId, month),
    await listPayments(db, companyId, month),
    await listIssuedCards(db, companyId, month),
    await openingBalance(db, companyId, month),
  ];
  const moved =
    payments.reduce((total, one) => total + one.sum, 0) - sales.reduce((total, one) => total + one.booked, 0);
  return { month, sales, payments, cards, opening: kopecks(opening), closing: kopecks(opening + moved) };
}

/**
 * The month's lines with what each moved on one kind of account. An entry is looked up by the account that its transfer
 * names: by the transfer alone, every entry of every company would be read.
 */
function linesOn(kind: 'network' | 'bank', companyId: number, month: string): RawBuilder<unknown> {
  return sql`month_closing_line line
    join ledger_transfer transfer
      on transfer.id = line.transfer_id and line.company_id = ${companyId} and line.month = ${month}
    join ledger_account account
      on account.company_id = ${companyId} and account.kind = ${kind}
      and account.id in (transfer.from_account_id, transfer.to_account_id)
    join ledger_entry entry on entry.account_id = account.id and entry.transfer_id = transfer.id`;
}

interface SaleRow {
  id: number;
  type_id: number;
  partner_id: PartnerId;
  card_number: string;
  goods_title: string | null;
  centilitres: number | null;
  unit_price_kopecks: number | null;
  sum_kopecks: number;
  address: string | null;
  sold_at: Date;
  booked: number;
}

async function listSales(db: Db, companyId: number, month: string): Promise<ClosingSale[]> {
  const found = await rows(
    db,
    sql<SaleRow>`
      with booked as (
        select transfer.subject_id as operation_id, sum(entry.amount_kopecks)::bigint as kopecks
        from ${linesOn('network', companyId, month)}
        where transfer.subject_kind = 'operation'
        group by transfer.subject_id
      )
      select operation.id, operation.type_id, operation.partner_id, card.card_number, operation.goods_title,
        operation.centilitres, operation.unit_price_kopecks, operation.sum_kopecks, operation.address,
        coalesce(operation.sold_at, operation.created_at) as sold_at, booked.kopecks as booked
      from booked join operation on operation.id = booked.operation_id join card on card.id = operation.card_id
      where operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
      order by operation.partner_id, card.card_number, sold_at, operation.id`,
  );
  return found.map((row) => ({
    id: row.id,
    typeId: row.type_id,
    partnerId: row.partner_id,
    cardNumber: row.card_number,
    goodsTitle: row.goods_title ?? '',
    centilitres: row.centilitres ?? 0,
    unitPrice: kopecks(row.unit_price_kopecks ?? 0),
    sum: kopecks(row.sum_kopecks),
    address: row.address ?? '',
    soldAt: row.sold_at,
    booked: kopecks(row.booked),
  }));
}

async function listPayments(db: Db, companyId: number, month: string): Promise<ClosingPayment[]> {
  const found = await rows(
    db,
    sql<{ posted_at: Date; number: string | null; dated_on: string | null; kopecks: number }>`
      select transfer.posted_at, payment.number, payment.dated_on, -entry.amount_kopecks as kopecks
      from ${linesOn('bank', companyId, month)}
      left join bank_payment payment
        on transfer.subject_kind = 'bank-payment' and payment.id = transfer.subject_id
      order by transfer.posted_at, transfer.id`,
  );
  return found.map((row) => ({
    at: row.posted_at,
    basis:
      row.number === null || row.dated_on === null
        ? ''
        : `п/п № ${row.number} от ${formatDateShort(row.dated_on)}`,
    sum: kopecks(row.kopecks),
  }));
}

/** Cards of the month, from where the month before had stopped counting. */
async function listIssuedCards(
  db: Db,
  companyId: number,
  month: string,
): Promise<{ partnerId: PartnerId; number: string }[]> {
  const before = new Date(startOfMonth(month).getTime() - 1);
  const found = await rows(
    db,
    sql<{ partner_id: PartnerId; card_number: string }>`
      select card.partner_id, card.card_number
      from card
      join month_closing closing on closing.company_id = card.company_id and closing.month = ${month}
      left join month_closing previous on previous.company_id = card.company_id
        and previous.month = to_char(${before}::timestamptz at time zone 'Europe/Moscow', 'YYYY-MM')
      where card.company_id = ${companyId}
        and (card.created_at >= ${startOfMonth(month)} or card.created_at > previous.until_at)
        and card.created_at < ${endOfMonth(month)} and card.created_at <= closing.until_at
      order by card.partner_id, card.card_number`,
  );
  return found.map((row) => ({ partnerId: row.partner_id, number: row.card_number }));
}

/** All payments less all fuel before the month, as the papers of earlier months say or will say it. */
async function openingBalance(db: Db, companyId: number, month: string): Promise<number> {
  const row = await onlyRow(
    db,
    sql<{ kopecks: number }>`
      select coalesce(-sum(movement.amount_kopecks), 0)::bigint as kopecks
      from (${MOVEMENTS(companyId)}) movement
      where movement.dated_at < ${startOfMonth(month)} and not exists (
        select from month_closing_line line
        where line.transfer_id = movement.transfer_id and line.company_id = ${companyId} and line.month >= ${month})`,
  );
  return row.kopecks;
}

export type PaperKind = 'register' | 'upd' | 'reconciliation' | 'cards';

export interface ClosingPaper {
  companyId: number;
  partnerId: PartnerId;
  month: string;
  kind: PaperKind;
  title: string;
  file: { sha256: string; name: string; sizeBytes: number };
  objectUntil: string;
}

/** Publishes a paper once; null where it is there already, made by somebody who died before he could say so. */
export async function insertPaper(tx: Db, paper: ClosingPaper, now: Date): Promise<number | null> {
  const existing = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from month_document
      where company_id = ${paper.companyId} and partner_id = ${paper.partnerId} and month = ${paper.month}
        and kind = ${paper.kind}`,
  );
  if (existing) return null;
  const row = await onlyRow(
    tx,
    sql<{ id: number }>`
      with kept as (
        insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
        values (${paper.companyId}, ${paper.file.sha256}, ${paper.file.name}, 'application/pdf',
          ${paper.file.sizeBytes}, ${now})
        returning id
      )
      insert into month_document (company_id, partner_id, month, title, kind, object_until, file_id, published_at)
      select ${paper.companyId}, ${paper.partnerId}, ${paper.month}, ${paper.title}, ${paper.kind},
        ${paper.objectUntil}::date, kept.id, ${now} from kept
      returning id`,
  );
  return row.id;
}

export async function markClosed(
  tx: Db,
  args: { companyId: number; month: string; now: Date },
): Promise<void> {
  await sql`
    update month_closing set state = 'done', done_at = ${args.now}, problem = null, documents = (
      select count(*) from month_document document
      where document.company_id = month_closing.company_id and document.month = month_closing.month
        and document.kind is not null)
    where company_id = ${args.companyId} and month = ${args.month}`.execute(tx);
}
