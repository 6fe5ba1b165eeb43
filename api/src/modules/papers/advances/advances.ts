import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import type { Operator } from '../../../operator.ts';
import type { FiveDays } from './five-days.ts';
import type { AdvanceOffset, OpenAdvance } from './settle-advances.ts';

/** A payment, and the part of it that is in an advance. */
export interface AdvancePayment {
  number: string;
  /** Date of the payment order, `YYYY-MM-DD`. */
  dateIso: string;
  sum: Kopecks;
}

/** Data that an invoice for an advance prints, as they were when it was numbered. */
interface AdvanceFacts {
  seller: Operator['requisites'];
  buyer: PdfParty;
  /** Line 5 of the form. Money that came back for fuel has no payment order and is not in it. */
  payments: AdvancePayment[];
}

/** «А-000012»: invoices for advances have numbers of their own. */
export function formatAdvanceNumber(number: number): string {
  return `А-${String(number).padStart(6, '0')}`;
}

/** Returns the day from which advances are counted, and fixes it in the first run. */
export async function ensureFirstDay(tx: Db, firstDay: string): Promise<string> {
  const row = await getOnlyRow(
    tx,
    sql<{ first_day: string }>`
      update advance_numbering set first_day = coalesce(first_day, ${firstDay}::date)
      returning first_day::text as first_day`,
  );
  return row.first_day;
}

/** Returns the day from which advances are counted, or null before the first run and for a sandbox, which has no real money. */
export async function findFirstDay(db: Db, companyId: number): Promise<string | null> {
  const row = await getOnlyRow(
    db,
    sql<{ first_day: string | null }>`
      select case when not exists (select from sandbox where sandbox.company_id = ${companyId})
        then first_day::text end as first_day
      from advance_numbering`,
  );
  return row.first_day;
}

/** Lists the next clients after `after` whose days up to `till` are not all closed. Sandboxes have no real money. */
export async function listUnclosedClients(
  db: Db,
  { till, after }: { till: string; after: number },
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select company.id from company
      where company.id > ${after} and company.client_since is not null
        and (company.client_since at time zone 'Europe/Moscow')::date <= ${till}::date
        and not exists (select from sandbox where sandbox.company_id = company.id)
        and not exists (
          select from advance_period period where period.company_id = company.id and period.ends_on >= ${till}::date)
      order by company.id limit 200`,
  );
  return found.map(({ id }) => id);
}

export interface ClosedPeriod {
  till: string;
  balance: Kopecks;
  postedBefore: number;
  countedUpto: number;
}

/** The last closed five days of a client. */
export async function findLastPeriod(tx: Db, companyId: number): Promise<ClosedPeriod | null> {
  const row = await firstRow(
    tx,
    sql<{ till: string; balance: number; posted: number; counted: number }>`
      select ends_on::text as till, balance_kopecks as balance, posted_before as posted, counted_upto as counted
      from advance_period where company_id = ${companyId} order by ends_on desc limit 1`,
  );
  return (
    row && {
      till: row.till,
      balance: kopecks(row.balance),
      postedBefore: row.posted,
      countedUpto: row.counted,
    }
  );
}

export interface NewPeriod extends FiveDays {
  companyId: number;
  received: Kopecks;
  returned: Kopecks;
  shipped: Kopecks;
  balance: Kopecks;
  postedBefore: number;
  countedUpto: number;
  now: Date;
}

export async function insertPeriod(tx: Db, period: NewPeriod): Promise<void> {
  await sql`
    insert into advance_period (company_id, begins_on, ends_on, received_kopecks, returned_kopecks, shipped_kopecks,
      balance_kopecks, posted_before, counted_upto, closed_at)
    values (${period.companyId}, ${period.from}::date, ${period.till}::date, ${period.received}, ${period.returned},
      ${period.shipped}, ${period.balance}, ${period.postedBefore}, ${period.countedUpto}, ${period.now})`.execute(
    tx,
  );
}

/** Lists a client's advances that are not used up, oldest first. */
export async function listOpenAdvances(tx: Db, companyId: number): Promise<OpenAdvance[]> {
  const found = await rows(
    tx,
    sql<{ id: number; gross: number; vat: number; rate_percent: number | null; used: number }>`
      select advance.id, advance.gross_kopecks as gross, advance.vat_kopecks as vat, advance.rate_percent,
        coalesce(used.kopecks, 0)::bigint as used
      from client_advance advance
      left join lateral (
        select sum(gross_kopecks) as kopecks from advance_offset
        where company_id = advance.company_id and advance_id = advance.id
      ) used on true
      where advance.company_id = ${companyId} and advance.gross_kopecks > coalesce(used.kopecks, 0)
      order by advance.dated_on, advance.id`,
  );
  return found.map(({ id, gross, vat, rate_percent: ratePercent, used }) => ({
    id,
    gross: kopecks(gross),
    vat: kopecks(vat),
    ratePercent,
    left: kopecks(gross - used),
  }));
}

export async function insertOffsets(
  tx: Db,
  { companyId, till }: { companyId: number; till: string },
  offsets: readonly AdvanceOffset[],
): Promise<void> {
  if (offsets.length === 0) return;
  await sql`
    insert into advance_offset (company_id, advance_id, ends_on, kind, gross_kopecks, vat_kopecks)
    select ${companyId}, advance_id, ${till}::date, kind, gross, vat
    from unnest(${offsets.map(({ advanceId }) => advanceId)}::bigint[], ${offsets.map(({ kind }) => kind)}::text[],
      ${offsets.map(({ gross }) => gross)}::bigint[], ${offsets.map(({ vat }) => vat)}::bigint[])
      as used (advance_id, kind, gross, vat)`.execute(tx);
}

export interface NewAdvance extends FiveDays {
  companyId: number;
  gross: Kopecks;
  vat: Kopecks;
  ratePercent: number | null;
  facts: AdvanceFacts;
}

/**
 * Stores an advance; one with VAT gets the next number. Of two clients at the same time the second one waits, so that no
 * number is skipped and none is given twice.
 */
export async function insertAdvance(tx: Db, advance: NewAdvance): Promise<void> {
  const { companyId, ratePercent } = advance;
  const number = ratePercent === null ? null : await takeNumber(tx);
  await sql`
    insert into client_advance (company_id, begins_on, dated_on, gross_kopecks, vat_kopecks, rate_percent, number, facts)
    values (${companyId}, ${advance.from}::date, ${advance.till}::date, ${advance.gross}, ${advance.vat}, ${ratePercent}::int,
      ${number}::int, ${JSON.stringify(advance.facts)}::jsonb)`.execute(tx);
}

async function takeNumber(tx: Db): Promise<number> {
  const { number } = await getOnlyRow(
    tx,
    sql<{ number: number }>`
      update advance_numbering set last_number = last_number + 1 returning last_number as number`,
  );
  return number;
}

/** An invoice for an advance. Its PDF and its XML are made only from it. */
export interface AdvanceInvoice extends AdvanceFacts {
  id: number;
  companyId: number;
  number: string;
  dateIso: string;
  gross: Kopecks;
  vat: Kopecks;
  ratePercent: number;
}

/** A published invoice, by the document that the client has. */
export interface PublishedAdvance extends AdvanceInvoice {
  documentId: number;
}

interface InvoiceRow {
  id: number;
  company_id: number;
  number: number;
  dated_on: string;
  gross: number;
  vat: number;
  rate_percent: number;
  facts: AdvanceFacts;
}

const INVOICE_COLUMNS = sql`id, company_id, number, dated_on::text as dated_on, gross_kopecks as gross,
  vat_kopecks as vat, rate_percent, facts`;

/** Returns the invoice with the smallest id after `after` that has a number and is not published. */
export async function findUnpublished(db: Db, after: number): Promise<AdvanceInvoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`
      select ${INVOICE_COLUMNS} from client_advance
      where number is not null and document_id is null and id > ${after} order by id limit 1`,
  );
  return row && toInvoice(row);
}

/** Lists a company's published invoices dated within these days, oldest first. */
export async function listPublishedAdvances(
  db: Db,
  { companyId }: CompanyScope,
  { from, to }: { from: string; to: string },
): Promise<PublishedAdvance[]> {
  const found = await rows(
    db,
    sql<InvoiceRow & { document_id: number }>`
      select ${INVOICE_COLUMNS}, document_id from client_advance
      where company_id = ${companyId} and document_id is not null and dated_on between ${from}::date and ${to}::date
      order by dated_on, id`,
  );
  return found.map((row) => ({ ...toInvoice(row), documentId: row.document_id }));
}

function toInvoice(row: InvoiceRow): AdvanceInvoice {
  return {
    ...row.facts,
    id: row.id,
    companyId: row.company_id,
    number: formatAdvanceNumber(row.number),
    dateIso: row.dated_on,
    gross: kopecks(row.gross),
    vat: kopecks(row.vat),
    ratePercent: row.rate_percent,
  };
}

/** Returns false if another process has published it. */
export async function isUnpublished(tx: Db, { id, companyId }: AdvanceInvoice): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`
      select id from client_advance
      where id = ${id} and company_id = ${companyId} and document_id is null for no key update`,
  );
  return row !== null;
}

export async function markPublished(
  tx: Db,
  { id, companyId }: AdvanceInvoice,
  documentId: number,
): Promise<void> {
  await sql`
    update client_advance set document_id = ${documentId}
    where id = ${id} and company_id = ${companyId} and document_id is null`.execute(tx);
}
