import { sql, type RawBuilder } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { Comparison } from './network-invoice-store.ts';

/**
 * Marks the lines without an outcome that an earlier invoice of the network has too: of the same card, time, goods, litres
 * and sum. Each line of that invoice answers for one. Lines that are disputed there may be billed again.
 */
export async function markRepeated(tx: Db, { id, partnerId, from, to }: Comparison): Promise<void> {
  const filling = sql`line.card_number, line.clock, line.is_refund, line.goods_title, line.quantity, line.sum_kopecks`;
  await sql`
    with line as (
      select line.id, line.invoice_id, ${filling}, row_number() over (partition by line.invoice_id, ${filling} order by line.row_number) as nth
      from network_invoice_line line join network_invoice invoice on invoice.id = line.invoice_id
      where invoice.partner_id = ${partnerId} and invoice.id <= ${id}
        and invoice.day_from <= ${to}::date and invoice.day_to >= ${from}::date
        and line.row_number is not null and (invoice.id = ${id} or ${isBilled()})
        and line.card_number in (
          select card_number from network_invoice_line
          where invoice_id = ${id} and row_number is not null and outcome is null)
    ), repeated as (
      select line.id, min(earlier.invoice_id) as other_id
      from line join line earlier using (card_number, clock, is_refund, goods_title, quantity, sum_kopecks, nth)
      where line.invoice_id = ${id} and earlier.invoice_id < ${id} group by line.id
    )
    update network_invoice_line line set outcome = 'repeated', other_invoice_id = repeated.other_id
    from repeated where line.id = repeated.id and line.outcome is null`.execute(tx);
}

/** Selects lines that their network is to be paid for: all but those that are disputed. */
export function isBilled(): RawBuilder<unknown> {
  return sql`not coalesce(line.decision = 'disputed' and line.outcome <> 'equal', false)`;
}

/** Takes back that a repeated line was accepted before the other invoice was known. */
export async function reopenRepeated(tx: Db, invoiceId: number): Promise<void> {
  await sql`
    update network_invoice_line set decision = null, note = null, decided_at = null, decided_by = null
    where invoice_id = ${invoiceId} and outcome = 'repeated' and decision <> 'disputed'`.execute(tx);
}

/** Another invoice of the same network. */
export interface OtherInvoice {
  id: number;
  number: string;
  datedOn: string;
}

/** Other invoices that are shown with one. */
const MAX_OTHERS = 20;

/**
 * Lists the invoices of the network for days of this one, and those that have lines of it, with how many. `open` counts
 * those that are not disputed.
 */
export function listOtherInvoices(
  db: Db,
  invoiceId: number,
): Promise<(OtherInvoice & { lines: number; open: number })[]> {
  return rows(
    db,
    sql<OtherInvoice & { lines: number; open: number }>`
      select other.id, other.number, other.dated_on as "datedOn", coalesce(repeated.lines, 0) as lines,
        coalesce(repeated.open, 0) as open
      from network_invoice invoice
      join network_invoice other on other.partner_id = invoice.partner_id and other.id <> invoice.id
      left join (
        select other_invoice_id, count(*)::int as lines, (count(*) filter (where decision is null))::int as open
        from network_invoice_line where invoice_id = ${invoiceId} and outcome = 'repeated' group by other_invoice_id
      ) repeated on repeated.other_invoice_id = other.id
      where invoice.id = ${invoiceId} and (
        repeated.lines > 0 or (other.day_from <= invoice.day_to and other.day_to >= invoice.day_from))
      order by coalesce(repeated.lines, 0) desc, other.id limit ${MAX_OTHERS}`,
  );
}

/** Lists the invoices that are not accepted and whose lines this one has. */
export async function listRepeating(tx: Db, invoiceId: number): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      select id from network_invoice invoice
      where accepted_at is null and exists (
        select from network_invoice_line line
        where line.invoice_id = invoice.id and line.other_invoice_id = ${invoiceId})
      order by id`,
  );
  return found.map(({ id }) => id);
}
