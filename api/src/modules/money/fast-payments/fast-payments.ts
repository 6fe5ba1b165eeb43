import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { ReceiptState } from '#contract/money/fast-payments.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';

/** `asked`: the bank has not answered yet, so there is no link. */
type FastPaymentState = 'asked' | 'waiting' | 'paid' | 'expired' | 'refused';

/** A payment of an invoice by СБП that the bank was asked for. */
export interface FastPaymentOrder {
  id: number;
  companyId: number;
  invoiceId: number;
  sum: Kopecks;
  state: FastPaymentState;
  bankOrder: string | null;
  link: string | null;
  purpose: string | null;
  askedAt: Date;
  expiresAt: Date;
  /** Its money is on the company's account. */
  isCredited: boolean;
  /** Receipt of the advance; null where none is made. */
  receipt: { state: ReceiptState; link: string | null } | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A link is good for this long. */
export const LINK_LASTS_MS = 24 * HOUR;
/** Time after its end when an order without a final answer is given up and the bank is not asked any more. */
export const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR;

/**
 * Returns the pause before the bank is asked again: short while the user probably has the page open, then longer and
 * longer.
 */
export function computePause(askedAt: Date, now: Date): number {
  const age = now.getTime() - askedAt.getTime();
  if (age < 10 * MINUTE) return 2 * SECOND;
  if (age < HOUR) return 15 * SECOND;
  if (age < LINK_LASTS_MS + HOUR) return 2 * MINUTE;
  return HOUR;
}

/** Lets one transaction at a time request a payment of an invoice; the turn ends with the transaction. */
export async function takeFastPaymentTurn(tx: Db, invoiceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`fast-payment:${invoiceId}`}))`.execute(tx);
}

/** The last order of an invoice. */
export async function findLastOrder(
  db: Db,
  scope: CompanyScope,
  invoiceId: number,
): Promise<FastPaymentOrder | null> {
  const row = await firstRow(
    db,
    sql<OrderRow>`
      ${SELECT} where fast_order.company_id = ${scope.companyId} and fast_order.invoice_id = ${invoiceId}
      order by fast_order.id desc limit 1`,
  );
  return row && toRecord(row);
}

/** An order of any company, for the job that follows it. */
export async function findOrder(db: Db, id: number): Promise<FastPaymentOrder | null> {
  const row = await firstRow(db, sql<OrderRow>`${SELECT} where fast_order.id = ${id}`);
  return row && toRecord(row);
}

export async function insertOrder(
  tx: Db,
  scope: CompanyScope,
  input: { invoiceId: number; sum: Kopecks; userId: number; now: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into fast_payment_order (company_id, invoice_id, sum_kopecks, asked_by, asked_at, expires_at)
      values (${scope.companyId}, ${input.invoiceId}, ${input.sum}, ${input.userId}, ${input.now}, ${input.expiresAt})
      returning id`,
  );
  return id;
}

/** Stores the bank's answer. A second answer to the same request changes nothing. */
export async function storeBankOrder(
  tx: Db,
  { id, bankOrder, link, purpose }: { id: number; bankOrder: string; link: string; purpose: string },
): Promise<void> {
  await sql`
    update fast_payment_order set state = 'waiting', bank_order = ${bankOrder}, link = ${link},
      purpose = ${purpose}
    where id = ${id} and state = 'asked'`.execute(tx);
}

/** False means that it has ended already. */
export async function endOrder(
  tx: Db,
  end: { id: number; now: Date } & ({ state: 'expired' | 'refused' } | { state: 'paid'; paymentId: number }),
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update fast_payment_order set state = ${end.state}, ended_at = ${end.now},
      payment_id = ${end.state === 'paid' ? end.paymentId : null}::bigint
    where id = ${end.id} and state = 'waiting'`.execute(tx);
  return numAffectedRows > 0n;
}

interface OrderRow {
  id: number;
  company_id: number;
  invoice_id: number;
  sum_kopecks: number;
  state: FastPaymentState;
  bank_order: string | null;
  link: string | null;
  purpose: string | null;
  asked_at: Date;
  expires_at: Date;
  is_credited: boolean;
  receipt: FastPaymentOrder['receipt'];
}

const SELECT = sql`
  select fast_order.id, fast_order.company_id, fast_order.invoice_id, fast_order.sum_kopecks, fast_order.state,
    fast_order.bank_order, fast_order.link, fast_order.purpose, fast_order.asked_at, fast_order.expires_at,
    -- Under the company's own wall: what waits for a person is nobody's yet.
    exists (select from bank_payment payment where payment.id = fast_order.payment_id
      and payment.company_id = fast_order.company_id and payment.state in ('credited', 'assigned')) as is_credited,
    (select json_build_object('state', receipt.state, 'link', receipt.link) from receipt
      where receipt.company_id = fast_order.company_id and receipt.payment_id = fast_order.payment_id) as receipt
  from fast_payment_order fast_order`;

function toRecord(row: OrderRow): FastPaymentOrder {
  return {
    id: row.id,
    companyId: row.company_id,
    invoiceId: row.invoice_id,
    sum: kopecks(row.sum_kopecks),
    state: row.state,
    bankOrder: row.bank_order,
    link: row.link,
    purpose: row.purpose,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    isCredited: row.is_credited,
    receipt: row.receipt,
  };
}
