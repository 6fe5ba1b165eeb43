import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { ReceiptKind, ReceiptState } from '#contract/money/fast-payments.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { FiscalSign } from '../../../gateways/receipts/receipt-till.ts';
import { getNextMonth } from '../../../lib/days.ts';
import { listMonthsToOffset } from './months-to-offset.ts';

/** A receipt by 54-ФЗ. Days are `YYYY-MM-DD` in Moscow. */
export interface Receipt {
  id: number;
  companyId: number;
  kind: ReceiptKind;
  sum: Kopecks;
  /** Null: without VAT. */
  vatPercent: number | null;
  state: ReceiptState;
  attempt: number;
  /** The till's own name of it. */
  tillId: string | null;
  createdAt: Date;
  changedAt: Date;
}

/** Lists those of the payments that came by СБП, are credited and have no receipt of their company. */
export async function listUnreceiptedPayments(
  tx: Db,
  paymentIds: readonly number[],
): Promise<{ id: number; companyId: number; sum: Kopecks; datedOn: string }[]> {
  const found = await rows(
    tx,
    sql<{ id: number; company_id: number; sum_kopecks: number; dated_on: string }>`
      select payment.id, payment.company_id, payment.sum_kopecks, payment.dated_on::text as dated_on
      from bank_payment payment
      where payment.id = any(${encodeBigints(paymentIds)}::bigint[]) and payment.state in ('credited', 'assigned')
        and (payment.fast_order_id is not null or exists (
          select from fast_payment_order paid
          where paid.payment_id = payment.id and paid.company_id = payment.company_id))
        and not exists (
          select from receipt where receipt.company_id = payment.company_id and receipt.payment_id = payment.id)
      order by payment.id`,
  );
  return found.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    sum: kopecks(row.sum_kopecks),
    datedOn: row.dated_on,
  }));
}

/** Stores a receipt that is to be sent, and returns its id; null where it is stored already. */
export async function insertReceipt(
  tx: Db,
  receipt: {
    companyId: number;
    kind: ReceiptKind;
    paymentId: number | null;
    month: string | null;
    datedOn: string;
    sum: Kopecks;
    vatPercent: number | null;
    now: Date;
  },
): Promise<number | null> {
  const { companyId, kind, paymentId, month, datedOn, sum, vatPercent, now } = receipt;
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into receipt (company_id, kind, payment_id, month, dated_on, sum_kopecks, vat_percent, created_at, changed_at)
      values (${companyId}, ${kind}, ${paymentId}::bigint, ${month}::text, ${datedOn}, ${sum}, ${vatPercent}::int, ${now}, ${now})
      on conflict do nothing returning id`,
  );
  return row && row.id;
}

/** A receipt of any company, for the job that sends it. */
export async function findReceipt(db: Db, id: number): Promise<Receipt | null> {
  const row = await firstRow(
    db,
    sql<ReceiptRow>`
      select id, company_id, kind, sum_kopecks, vat_percent, state, attempt, till_id, created_at, changed_at
      from receipt where id = ${id}`,
  );
  return row && toReceipt(row);
}

/** The receipt that waits for the till under its own name of it. */
export async function findSentReceipt(db: Db, tillId: string): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`select id from receipt where till_id = ${tillId} and state = 'sent'`,
  );
  return row && row.id;
}

/** Address for the receipt: of the last person of the company who paid by СБП. */
export async function findRecipient(
  db: Db,
  companyId: number,
): Promise<{ email: string | null; phone: string | null }> {
  const row = await firstRow(
    db,
    sql<{ email: string | null; phone: string | null }>`
      select app_user.email, app_user.phone from fast_payment_order paid
      join app_user on app_user.id = paid.asked_by
      where paid.company_id = ${companyId} order by paid.id desc limit 1`,
  );
  return row ?? { email: null, phone: null };
}

/** Outcome of an attempt. */
export type ReceiptStep =
  | { state: 'sent'; tillId: string }
  | { state: 'done'; link: string | null; fiscal: FiscalSign }
  | { state: 'failed'; reason: string };

/** Stores a step; one that comes twice, or after the end, changes nothing. */
export async function storeStep(
  tx: Db,
  { id, companyId }: Receipt,
  step: ReceiptStep,
  now: Date,
): Promise<void> {
  await sql`
    update receipt set state = ${step.state}, changed_at = ${now},
      till_id = coalesce(${step.state === 'sent' ? step.tillId : null}::text, till_id),
      link = ${step.state === 'done' ? step.link : null}::text,
      fiscal = ${step.state === 'done' ? JSON.stringify(step.fiscal) : null}::jsonb,
      reason = ${step.state === 'failed' ? step.reason : null}::text
    where id = ${id} and company_id = ${companyId} and state in ('waiting', 'sent')`.execute(tx);
}

/**
 * Lets a failed receipt be sent again, and returns its id; null where it has not failed. One that the till has refused gets a new
 * name there; one whose outcome is unknown keeps the old one, so that there are never two.
 */
export async function reopenReceipt(tx: Db, id: number, now: Date, silence: string): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update receipt set state = 'waiting', changed_at = ${now}, till_id = null,
        attempt = attempt + case when reason = ${silence} then 0 else 1 end, reason = null
      where id = ${id} and state = 'failed' returning id`,
  );
  return row && row.id;
}

/** Receipts of a month of a company, of advances and of their offset. */
export interface MonthReceipts {
  made: number;
  /** At the till, or requested with the next evening's offsets. */
  waiting: number;
  /** Staff decide about these. */
  failed: number;
}

/** Counts the receipts of a month of each of the companies; one that has none is left out. */
export async function countMonthReceipts(
  db: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<Map<number, MonthReceipts>> {
  const found = await rows(
    db,
    sql<MonthReceipts & { companyId: number }>`
      select company_id as "companyId", count(*) filter (where state = 'done') as made,
        count(*) filter (where state not in ('done', 'failed')) as waiting, count(*) filter (where state = 'failed') as failed
      from receipt
      where company_id = any(${listIds(scopes)}::bigint[])
        and dated_on >= ${`${month}-01`}::date and dated_on < ${`${getNextMonth(month)}-01`}::date
      group by company_id`,
  );
  const receipts = new Map(found.map(({ companyId, ...counts }) => [companyId, counts]));
  for (const pending of await listMonthsToOffset(db, scopes)) {
    if (pending.month > month) continue;
    const { made = 0, waiting = 0, failed = 0 } = receipts.get(pending.companyId) ?? {};
    receipts.set(pending.companyId, { made, waiting: waiting + 1, failed });
  }
  return receipts;
}

interface ReceiptRow {
  id: number;
  company_id: number;
  kind: ReceiptKind;
  sum_kopecks: number;
  vat_percent: number | null;
  state: ReceiptState;
  attempt: number;
  till_id: string | null;
  created_at: Date;
  changed_at: Date;
}

function toReceipt(row: ReceiptRow): Receipt {
  return {
    id: row.id,
    companyId: row.company_id,
    kind: row.kind,
    sum: kopecks(row.sum_kopecks),
    vatPercent: row.vat_percent,
    state: row.state,
    attempt: row.attempt,
    tillId: row.till_id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
