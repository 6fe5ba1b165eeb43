import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { CreditedPayment, IncomingPayment, InvoiceShare, LookAlike, PaymentState } from './payment.ts';

/** Payments are booked and assigned one after another; the turn ends with the transaction. */
export async function takeTurn(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('book-payments'))`.execute(tx);
}

/**
 * Returns which of these documents are in the books, from any file: the ids of their rows by their keys. A payment
 * without its payer's INN may belong to any company, so it is never credited a second time.
 */
export async function findBooked(db: Db, payments: readonly IncomingPayment[]): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ key: string; id: number }>`
      select asked.key, booked.id
      from unnest(
        ${payments.map((payment) => payment.key)}::text[], ${payments.map((payment) => payment.keyWithoutInn)}::text[],
        ${payments.map(({ document }) => document.payer.inn ?? '')}::text[]
      ) as asked (key, bare_key, inn)
      cross join lateral (
        select id from bank_payment where document_key = asked.key
        union all
        select id from bank_payment where document_key = asked.bare_key and payer_inn in ('', asked.inn)
        union all
        (select id from bank_payment
          where asked.inn = '' and coalesce(key_without_inn, document_key) = asked.bare_key limit 1)
        limit 1
      ) booked`,
  );
  return new Map(found.map(({ key, id }) => [key, id]));
}

/** Stores the account of payments that were loaded before accounts were stored, when a file contains them again. */
export async function storeOwnAccounts(
  tx: Db,
  payments: readonly Pick<IncomingPayment, 'keyWithoutInn' | 'account'>[],
): Promise<void> {
  await sql`
    update bank_payment set own_account = input.account
    from unnest(${payments.map((payment) => payment.keyWithoutInn)}::text[], ${payments.map((payment) => payment.account)}::text[])
      as input (bare_key, account)
    where coalesce(key_without_inn, document_key) = input.bare_key and own_account is null`.execute(tx);
}

/** A payment with the decision about it: credited to a company, or only suggested for one. */
export interface DecidedPayment {
  payment: IncomingPayment;
  state: PaymentState;
  note: string;
  companyId: number | null;
  invoiceId: number | null;
  suggestedCompanyId: number | null;
  suggestedInvoiceId: number | null;
  /** The payment by СБП that it surely is. */
  sameAsId: number | null;
  /** Payments that it resembles. */
  lookAlikes: readonly LookAlike[];
  /**
   * True if the bank does not confirm the payment and its sum is too large for the user who loaded it. The payment
   * waits for that reason alone.
   */
  unconfirmed?: boolean;
}

/** Stores payments; returns their ids by their keys. Throws when a key exists already. */
export async function insertPayments(
  tx: Db,
  args: { fileId: number; decided: readonly DecidedPayment[]; now: Date },
): Promise<Map<string, number>> {
  const { decided } = args;
  const documents = decided.map((decidedPayment) => decidedPayment.payment.document);
  const inserted = await rows(
    tx,
    sql<{ id: number; document_key: string }>`
      insert into bank_payment (statement_id, document_key, key_without_inn, own_account, state, number, dated_on, credited_on, sum_kopecks, payer_name,
        payer_inn, payer_account, purpose, note, company_id, invoice_id, suggested_company_id, suggested_invoice_id, same_as_id,
        unconfirmed, payer_bik, created_at)
      select ${args.fileId}::bigint, input.*, ${args.now}::timestamptz
      from unnest(
        ${decided.map((decidedPayment) => decidedPayment.payment.key)}::text[], ${decided.map((decidedPayment) => decidedPayment.payment.keyWithoutInn)}::text[],
        ${decided.map((decidedPayment) => decidedPayment.payment.account)}::text[], ${decided.map((decidedPayment) => decidedPayment.state)}::text[],
        ${documents.map((document) => document.number)}::text[], ${documents.map((document) => document.date)}::date[],
        ${documents.map((document) => document.creditedOn)}::date[], ${documents.map((document) => document.sumKopecks)}::bigint[],
        ${documents.map((document) => document.payer.name ?? '')}::text[], ${documents.map((document) => document.payer.inn ?? '')}::text[],
        ${documents.map((document) => document.payer.account ?? document.payer.settlementAccount ?? '')}::text[],
        ${documents.map((document) => document.purpose)}::text[], ${decided.map((decidedPayment) => decidedPayment.note)}::text[],
        ${decided.map((decidedPayment) => decidedPayment.companyId)}::bigint[], ${decided.map((decidedPayment) => decidedPayment.invoiceId)}::bigint[],
        ${decided.map((decidedPayment) => decidedPayment.suggestedCompanyId)}::bigint[],
        ${decided.map((decidedPayment) => decidedPayment.suggestedInvoiceId)}::bigint[], ${decided.map((decidedPayment) => decidedPayment.sameAsId)}::bigint[],
        ${decided.map((decidedPayment) => decidedPayment.unconfirmed === true)}::boolean[],
        ${documents.map(({ payer }) => readBik(payer.bik))}::text[]
      ) as input
      returning id, document_key`,
  );
  return new Map(inserted.map((row) => [row.document_key, row.id]));
}

/** A bank may write anything there; only nine digits are a BIC. */
function readBik(written: string | null): string | null {
  return /^\d{9}$/.exec(written?.trim() ?? '')?.[0] ?? null;
}

/** Records whose a payment is, and what it pays: one invoice with all of its sum, or several. */
export async function markAssigned(
  tx: Db,
  args: {
    id: number;
    companyId: number;
    invoiceId: number | null;
    parts: readonly InvoiceShare[];
    staffId: number;
    now: Date;
  },
): Promise<void> {
  const { id, companyId, parts } = args;
  const division = parts.length > 0 ? await insertDivision(tx, { id, companyId, parts }) : null;
  await sql`
    update bank_payment set state = 'assigned', company_id = ${companyId}, invoice_id = ${args.invoiceId}::bigint,
      division = ${division}::int, assigned_by = ${args.staffId}, assigned_at = ${args.now}, same_as_id = null,
      unconfirmed = false
    where id = ${id}`.execute(tx);
}

/** Returns the number of the division. Those of earlier assignments stay as they were. */
async function insertDivision(
  tx: Db,
  { id, companyId, parts }: { id: number; companyId: number; parts: readonly InvoiceShare[] },
): Promise<number> {
  const { division } = await getOnlyRow(
    tx,
    sql<{ division: number }>`
      select coalesce(max(division), 0) + 1 as division from payment_part where payment_id = ${id}`,
  );
  await sql`
    insert into payment_part (payment_id, division, invoice_id, company_id, place, sum_kopecks)
    select ${id}::bigint, ${division}::int, input.invoice_id, ${companyId}::bigint, input.place, input.sum
    from unnest(${parts.map((part) => part.invoiceId)}::bigint[], ${parts.map((part) => part.sum)}::bigint[])
      with ordinality as input (invoice_id, sum, place)`.execute(tx);
  return division;
}

/** Credits, as suggested, payments that their bank confirms now. */
export async function markConfirmed(
  tx: Db,
  credits: readonly Pick<Credit, 'paymentId' | 'companyId' | 'invoiceId'>[],
): Promise<void> {
  await sql`
    update bank_payment set state = 'credited', company_id = credited.company_id, invoice_id = credited.invoice_id,
      suggested_company_id = null, suggested_invoice_id = null, unconfirmed = false, note = ${CONFIRMED_LATER}
    from unnest(${credits.map((credit) => credit.paymentId)}::bigint[], ${credits.map((credit) => credit.companyId)}::bigint[],
      ${credits.map((credit) => credit.invoiceId)}::bigint[]) as credited (id, company_id, invoice_id)
    where bank_payment.id = credited.id`.execute(tx);
}

const CONFIRMED_LATER = 'Банк подтвердил платёж: зачислен сам';

/** Lists those of these payments that wait only because their bank has not confirmed them. */
export async function listUnconfirmed(tx: Db, ids: readonly number[]): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      select id from bank_payment where id = any(${ids}::bigint[]) and unconfirmed and state = 'review' order by id`,
  );
  return found.map(({ id }) => id);
}

/** A person has found it in the books in another row, which may have come by СБП: no money has moved, and none will. */
export async function markDuplicate(
  tx: Db,
  { id, sameAsId }: { id: number; sameAsId: number | null },
): Promise<void> {
  await sql`
    update bank_payment set state = 'duplicate', same_as_id = (
      select booked.id from bank_payment booked where booked.id = ${sameAsId}::bigint
        and not exists (select from bank_payment taken where taken.same_as_id = booked.id))
    where id = ${id}`.execute(tx);
}

/** Takes the payment from its company: from now on it waits for a person. */
export async function markCorrected(
  tx: Db,
  args: {
    payment: CreditedPayment;
    reason: string;
    staffId: number;
    now: Date;
  },
): Promise<void> {
  const { payment, reason, staffId, now } = args;
  await sql`
    insert into payment_correction (payment_id, turn, company_id, invoice_id, division, number, dated_on, reason,
      corrected_by, corrected_at)
    select id, ${payment.corrections + 1}, ${payment.company.id}, invoice_id, division, number, dated_on, ${reason},
      ${staffId}, ${now}
    from bank_payment where id = ${payment.id}`.execute(tx);
  await sql`
    update bank_payment set state = 'review', company_id = null, invoice_id = null, division = null, assigned_by = null, assigned_at = null,
      suggested_company_id = null, suggested_invoice_id = null
    where id = ${payment.id}`.execute(tx);
}

/** A payment to be credited to a company, and the invoice that it pays. */
export interface Credit {
  paymentId: number;
  key: string;
  /** Number of times the payment was taken back. After each it may be credited once more. */
  corrections: number;
  companyId: number;
  invoiceId: number | null;
  /** Part of each invoice that it pays, where it is divided. */
  parts?: readonly InvoiceShare[];
  sum: Kopecks;
}
