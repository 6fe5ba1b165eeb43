import { sql, type RawBuilder } from 'kysely';
import type { TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import type { PAYMENT_SORTS } from '#contract/money/bank.ts';
import type { Sort } from '#contract/fields.ts';
import { kopecks, readMoney } from '#contract/kopecks.ts';
import { toPattern } from '../../../db/text-search.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Payment, PaymentState } from './payment.ts';

/** A payment may be larger than what a client moves at once. */
const MAX_SUM_DIGITS = 11;

type PaymentSort = Sort<(typeof PAYMENT_SORTS)[number]>;

const KEYS: Record<PaymentSort['key'], RawBuilder<unknown>> = {
  date: sql`payment.dated_on`,
  payer: sql`payment.payer_name`,
  sum: sql`payment.sum_kopecks`,
};

type PageQuery = {
  /** A part of the number, of the payer or its INN, or the whole sum. */
  q?: string | undefined;
  state?: PaymentState | 'waiting' | undefined;
  /** Lists only payments that wait: those taken by this member (`me`), or by no one. */
  owner?: TaskOwnerFilter | undefined;
  callerId: number;
  sort?: PaymentSort | undefined;
  page: number;
  perPage: number;
};

/** One page of the payments of all companies, newest first unless asked otherwise, and how many there are. */
export async function pageOfPayments(
  db: Db,
  { q, state, owner, callerId, sort, page, perPage }: PageQuery,
): Promise<{ payments: Payment[]; total: number }> {
  const states = state === 'waiting' ? ['review', 'refund'] : [state];
  const inState = state ? sql`payment.state = any(${states}::text[])` : sql`true`;
  const inHands = owner
    ? sql`payment.state in ('review', 'refund') and ${isOwned(owner, callerId)}`
    : sql`true`;
  const where = sql`${inState} and ${inHands} and ${q ? matchesQuery(q) : sql`true`}`;
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from bank_payment payment where ${where}`,
  );
  // Beyond the last page there is nothing, however large its number.
  if ((page - 1) * perPage >= total) return { payments: [], total };
  const direction = sort && !sort.descending ? sql`asc` : sql`desc`;
  const order = sort ? sql`${KEYS[sort.key]} ${direction}, payment.id ${direction}` : sql`payment.id desc`;
  const found = await rows(
    db,
    sql<PaymentRow>`
      ${SELECT} where ${where} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { payments: found.map(toPayment), total };
}

function isOwned(owner: TaskOwnerFilter, callerId: number): RawBuilder<unknown> {
  const task = sql`select from task_owner task where task.kind = 'payment' and task.subject_id = payment.id`;
  return owner === 'me' ? sql`exists (${task} and task.user_id = ${callerId})` : sql`not exists (${task})`;
}

function matchesQuery(q: string): RawBuilder<unknown> {
  const part = toPattern(q);
  const sum = readMoney(q.replace('₽', ''), MAX_SUM_DIGITS);
  const bySum = sum.ok ? sql`or payment.sum_kopecks = ${sum.kopecks}` : sql``;
  return sql`(payment.number ilike ${part} or payment.payer_name ilike ${part} or payment.payer_inn like ${part} ${bySum})`;
}

export async function findPayment(db: Db, id: number): Promise<Payment | null> {
  const row = await firstRow(db, sql<PaymentRow>`${SELECT} where payment.id = ${id}`);
  return row && toPayment(row);
}

export async function findPayments(db: Db, ids: readonly number[]): Promise<Payment[]> {
  const found = await rows(db, sql<PaymentRow>`${SELECT} where payment.id = any(${ids}::bigint[])`);
  return found.map(toPayment);
}

interface OwnerRow {
  id: number;
  firstname: string | null;
  lastname: string | null;
  takenAt: string;
}

interface PaymentRow {
  id: number;
  document_key: string;
  state: PaymentState;
  number: string;
  dated_on: string;
  credited_on: string;
  file_name: string | null;
  loaded_at: Date | null;
  created_at: Date;
  sum_kopecks: number;
  payer_name: string;
  payer_inn: string;
  payer_account: string;
  purpose: string;
  note: string;
  unconfirmed: boolean;
  company_id: number | null;
  company_title: string | null;
  invoice_id: number | null;
  invoice_serial: number | null;
  suggested_company_id: number | null;
  suggested_company_title: string | null;
  suggested_invoice_id: number | null;
  corrections: number;
  corrected_at: Date | null;
  correction_reason: string | null;
  corrected_company_id: number | null;
  corrected_company_title: string | null;
  corrected_invoice_id: number | null;
  corrected_invoice_serial: number | null;
  owner: OwnerRow | null;
}

const SELECT = sql`
  select payment.id, payment.document_key, payment.state, payment.number, payment.dated_on, payment.credited_on,
    payment.sum_kopecks, payment.created_at, statement.name as file_name, statement.loaded_at, payment.payer_name, payment.payer_inn,
    payment.payer_account, payment.purpose, payment.note, payment.unconfirmed, payment.company_id, company.title as company_title, payment.invoice_id, invoice.serial as invoice_serial,
    payment.suggested_company_id, suggested.title as suggested_company_title, awaited.id as suggested_invoice_id,
    coalesce(correction.turn, 0) as corrections, correction.corrected_at, correction.reason as correction_reason,
    correction.company_id as corrected_company_id, corrected.title as corrected_company_title,
    correction.invoice_id as corrected_invoice_id, former.serial as corrected_invoice_serial,
    case when owner.id is not null then json_build_object('id', owner.id, 'firstname', owner.firstname,
      'lastname', owner.lastname, 'takenAt', task.taken_at) end as owner
  from bank_payment payment
  left join bank_statement statement on statement.id = payment.statement_id
  left join company on company.id = payment.company_id
  left join invoice on invoice.id = payment.invoice_id
  left join company suggested on suggested.id = payment.suggested_company_id
  -- What has been paid or cancelled meanwhile is suggested no longer.
  left join invoice awaited on awaited.id = payment.suggested_invoice_id
    and awaited.cancelled_at is null and awaited.paid_kopecks < awaited.sum_kopecks
  left join lateral (
    select turn, company_id, invoice_id, reason, corrected_at from payment_correction
    where payment_id = payment.id order by turn desc limit 1
  ) correction on true
  left join company corrected on corrected.id = correction.company_id
  left join invoice former on former.id = correction.invoice_id
  left join task_owner task on task.kind = 'payment' and task.subject_id = payment.id
  left join app_user owner on owner.id = task.user_id`;

function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    key: row.document_key,
    state: row.state,
    number: row.number,
    datedOn: row.dated_on,
    creditedOn: row.credited_on,
    file:
      row.file_name === null || row.loaded_at === null
        ? null
        : { name: row.file_name, loadedAt: row.loaded_at },
    cameAt: row.loaded_at ?? row.created_at,
    sum: kopecks(row.sum_kopecks),
    payer: { name: row.payer_name, inn: row.payer_inn, account: row.payer_account },
    purpose: row.purpose,
    note: row.note,
    unconfirmed: row.unconfirmed,
    company: row.company_id === null ? null : { id: row.company_id, title: row.company_title ?? '' },
    invoice: row.invoice_id === null ? null : { id: row.invoice_id, serial: row.invoice_serial ?? 0 },
    suggestion:
      row.suggested_company_id === null
        ? null
        : {
            companyId: row.suggested_company_id,
            company: row.suggested_company_title ?? '',
            invoiceId: row.suggested_invoice_id,
          },
    owner: row.owner && { ...row.owner, takenAt: new Date(row.owner.takenAt) },
    corrections: row.corrections,
    lastCorrection:
      row.corrected_company_id === null || row.corrected_at === null
        ? null
        : {
            company: { id: row.corrected_company_id, title: row.corrected_company_title ?? '' },
            invoice:
              row.corrected_invoice_id === null
                ? null
                : { id: row.corrected_invoice_id, serial: row.corrected_invoice_serial ?? 0 },
            reason: row.correction_reason ?? '',
            at: row.corrected_at,
          },
  };
}
