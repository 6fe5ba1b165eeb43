import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { ReportLine } from './report-line.ts';

export interface NewInvoice {
  partnerId: number;
  number: string;
  datedOn: string;
  from: string;
  to: string;
  sum: Kopecks;
  vat: Kopecks;
  lineCount: number;
  linesSum: number;
  file: { name: string; sha256: string };
  staffId: number;
  now: Date;
}

/** Returns the id of the invoice with this number of a network in the year of this day; null when there is none. */
export async function findNumber(
  db: Db,
  { partnerId, number, datedOn }: Pick<NewInvoice, 'partnerId' | 'number' | 'datedOn'>,
): Promise<{ id: number; datedOn: string } | null> {
  return firstRow(
    db,
    sql<{ id: number; datedOn: string }>`
      select id, dated_on as "datedOn" from network_invoice
      where partner_id = ${partnerId} and year = extract(year from ${datedOn}::date) and lower(number) = lower(${number})`,
  );
}

/** Returns the id of the new invoice; null when the network has this number already. */
export async function insertInvoice(tx: Db, invoice: NewInvoice): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into network_invoice (partner_id, number, dated_on, day_from, day_to, sum_kopecks, vat_kopecks, file_name,
        file_sha256, line_count, lines_kopecks, loaded_at, loaded_by)
      values (${invoice.partnerId}, ${invoice.number}, ${invoice.datedOn}::date, ${invoice.from}::date, ${invoice.to}::date,
        ${invoice.sum}, ${invoice.vat}, ${invoice.file.name}, ${invoice.file.sha256}, ${invoice.lineCount},
        ${invoice.linesSum}, ${invoice.now}, ${invoice.staffId})
      on conflict do nothing returning id`,
  );
  return row && row.id;
}

/** Stores lines of a report, which are not compared yet. */
export async function insertLines(tx: Db, invoiceId: number, lines: readonly ReportLine[]): Promise<void> {
  await sql`
    insert into network_invoice_line (invoice_id, row_number, card_number, clock, is_refund, station, goods_title, quantity,
      unit_price_kopecks, sum_kopecks, station_kopecks)
    select ${invoiceId}::bigint, input.*
    from unnest(
      ${lines.map((line) => line.row)}::int[], ${lines.map((line) => line.cardNumber)}::text[],
      ${lines.map((line) => line.clock)}::text[], ${lines.map((line) => line.isRefund)}::boolean[],
      ${lines.map((line) => line.station)}::text[], ${lines.map((line) => line.goodsTitle)}::text[],
      ${lines.map((line) => line.quantity)}::bigint[], ${lines.map((line) => line.unitPrice)}::bigint[],
      ${lines.map((line) => line.sum)}::bigint[], ${lines.map((line) => line.stationSum)}::bigint[]
    ) as input`.execute(tx);
}

const SELECT_COMPARISON = sql`
  select id, comparison, partner_id as "partnerId", day_from as "from", day_to as "to" from network_invoice`;

/** Returns what a comparison needs of an invoice; null unless its lines are to be compared. */
export async function findComparison(db: Db, id: number): Promise<Comparison | null> {
  return firstRow(db, sql<Comparison>`${SELECT_COMPARISON} where id = ${id} and not is_compared`);
}

/** Makes the comparisons of a network's other invoices wait, which may have the same sales. Call it before any of them is locked. */
export async function lockInvoicesOfNetwork(tx: Db, partnerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('network-invoices'), ${partnerId}::int)`.execute(tx);
}

/** Locks an invoice, and returns whether this comparison of it still goes on. */
export async function lockComparison(tx: Db, { id, partnerId, comparison }: Comparison): Promise<boolean> {
  await lockInvoicesOfNetwork(tx, partnerId);
  const found = await firstRow(
    tx,
    sql`${SELECT_COMPARISON} where id = ${id} and comparison = ${comparison} and not is_compared for update`,
  );
  return found !== null;
}

export interface Comparison {
  id: number;
  /** Counts the comparisons of the invoice, from 1. */
  comparison: number;
  partnerId: number;
  from: string;
  to: string;
}

/** Begins another comparison of an invoice, for which `clearOutcomes` takes the results of the last one away. */
export async function markComparing(tx: Db, id: number): Promise<void> {
  await sql`
    update network_invoice set is_compared = false, compared = 0, comparison = comparison + 1
    where id = ${id}`.execute(tx);
}

/** Counts the lines of the report that have an outcome. */
export async function countCompared(tx: Db, id: number): Promise<void> {
  await sql`
    update network_invoice set compared = (
      select count(*) from network_invoice_line
      where invoice_id = ${id} and row_number is not null and outcome is not null)
    where id = ${id}`.execute(tx);
}

export async function markCompared(tx: Db, id: number): Promise<void> {
  await sql`update network_invoice set is_compared = true, compared = line_count where id = ${id}`.execute(
    tx,
  );
}

/** Counts an invoice's differences again, after a comparison or a decision. */
export async function recountInvoice(tx: Db, id: number): Promise<void> {
  await sql`
    update network_invoice invoice set theirs_kopecks = counted.theirs, ours_kopecks = counted.ours,
      undecided = counted.undecided, disputed = counted.disputed
    from (
      select coalesce(sum(case when line.is_refund then -1 else 1 end * line.station_kopecks), 0)::bigint as theirs,
        coalesce(sum(line.our_kopecks), 0)::bigint as ours,
        count(*) filter (where line.outcome <> 'equal' and coalesce(line.decision, 'requested') = 'requested')::int as undecided,
        count(*) filter (where line.outcome <> 'equal' and line.decision = 'disputed')::int as disputed
      from network_invoice_line line where line.invoice_id = ${id}
    ) counted
    where invoice.id = ${id}`.execute(tx);
}

export async function markAccepted(tx: Db, args: { id: number; staffId: number; now: Date }): Promise<void> {
  await sql`
    update network_invoice set accepted_at = ${args.now}, accepted_by = ${args.staffId} where id = ${args.id}`.execute(
    tx,
  );
}

/** Deletes an invoice with its lines, and returns how many there were. */
export async function deleteInvoice(tx: Db, id: number): Promise<number> {
  const { lines } = await getOnlyRow(
    tx,
    sql<{ lines: number }>`
      with lines as (delete from network_invoice_line where invoice_id = ${id} returning 1)
      select count(*)::int as lines from lines`,
  );
  await sql`delete from network_invoice where id = ${id}`.execute(tx);
  return lines;
}
