import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { PossibleDuplicate, PaymentState, DuplicateKey } from './payment.ts';

interface SideRow {
  id: number;
  order_id: number | null;
  sum_kopecks: number;
  inn: string;
  day: string;
  number: string;
  purpose: string;
}

/** Days by which the bank’s day of crediting may differ from the moment that it reported to us. */
const MAX_DAYS_APART = 5;

/**
 * Payments of the other kind with one of these sums, about these days, that are not yet known to be the same as one: for a file
 * those that came by СБП, for a payment by СБП those of files. One without a payer’s INN has that of its company.
 */
export async function listPossibleDuplicates(
  tx: Db,
  { bySbp, wanted }: { bySbp: boolean; wanted: readonly DuplicateKey[] },
): Promise<PossibleDuplicate[]> {
  const found = await rows(
    tx,
    sql<SideRow>`
      select payment.id, payment.fast_order_id as order_id, payment.sum_kopecks,
        case when payment.payer_inn <> '' then payment.payer_inn else coalesce(company.inn, '') end as inn,
        payment.credited_on as day, payment.number, payment.purpose
      from bank_payment payment
      left join company on company.id = payment.company_id and payment.fast_order_id is not null
      where (payment.fast_order_id is not null) = ${bySbp} and payment.same_as_id is null and payment.state <> 'duplicate'
        and exists (select from unnest(${wanted.map((wantedSide) => wantedSide.sumKopecks)}::bigint[],
            ${wanted.map((wantedSide) => wantedSide.day)}::date[]) as said (sum, day)
          where said.sum = payment.sum_kopecks and abs(said.day - payment.credited_on) <= ${MAX_DAYS_APART})
        and not exists (select from bank_payment twin where twin.same_as_id = payment.id)
      order by payment.id`,
  );
  return found.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    sumKopecks: row.sum_kopecks,
    inn: row.inn,
    day: row.day,
    number: row.number,
    purpose: row.purpose,
  }));
}

/** The row that has the money of an order, or of a movement, that is booked. */
export async function findBookedFast(tx: Db, args: { orderId: number; key: string }): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select coalesce(same_as_id, id) as id from bank_payment
      where fast_order_id = ${args.orderId} or document_key = ${args.key}`,
  );
  return row?.id ?? null;
}

export interface NewFastPayment {
  orderId: number;
  key: string;
  state: PaymentState;
  number: string;
  day: string;
  sum: Kopecks;
  payer: { inn: string; name: string };
  purpose: string;
  note: string;
  companyId: number | null;
  invoiceId: number | null;
  suggestedCompanyId: number | null;
  suggestedInvoiceId: number | null;
  sameAsId: number | null;
  now: Date;
}

export async function insertFastPayment(tx: Db, input: NewFastPayment): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into bank_payment (fast_order_id, document_key, state, number, dated_on, credited_on, sum_kopecks, payer_name,
        payer_inn, purpose, note, company_id, invoice_id, suggested_company_id, suggested_invoice_id, same_as_id, created_at)
      values (${input.orderId}, ${input.key}, ${input.state}, ${input.number}, ${input.day}::date, ${input.day}::date, ${input.sum},
        ${input.payer.name}, ${input.payer.inn}, ${input.purpose}, ${input.note}, ${input.companyId}::bigint,
        ${input.invoiceId}::bigint, ${input.suggestedCompanyId}::bigint, ${input.suggestedInvoiceId}::bigint,
        ${input.sameAsId}::bigint, ${input.now})
      returning id`,
  );
  return id;
}
