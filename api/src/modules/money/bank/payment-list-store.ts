import { sql, type RawBuilder } from 'kysely';
import type { TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import type { PAYMENT_SORTS } from '#contract/money/bank.ts';
import type { Sort } from '#contract/fields.ts';
import { notFound } from '../../../errors.ts';
import { kopecks, readMoney, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { toPattern } from '../../../db/text-search.ts';
import type { PaidPart, Payment, PaymentState } from './payment.ts';

/** A payment may be larger than what a client moves at once. */
const MAX_SUM_DIGITS = 11;

type PaymentSort = Sort<(typeof PAYMENT_SORTS)[number]>;

const KEYS: Record<PaymentSort['key'], RawBuilder<unknown>> = {
  date: sql`payment.dated_on`,
  payer: sql`payment.payer_name`,
  sum: sql`payment.sum_kopecks`,
};

type PageQuery = {
  /** A part of the number, of the payer, its INN or the purpose, or the whole sum. */
  q?: string | undefined;
  /** Days of the documents, both included, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  sum?: Kopecks | undefined;
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
  query: PageQuery,
): Promise<{ payments: Payment[]; total: number }> {
  const { sort, page, perPage } = query;
  const where = matchesFilters(query);
  const direction = sort && !sort.descending ? sql`asc` : sql`desc`;
  const order = sort ? sql`${KEYS[sort.key]} ${direction}, payment.id ${direction}` : sql`payment.id desc`;
  const rest = sql`order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`;
  if (!query.q) {
    const { total } = await getOnlyRow(
      db,
      sql<{ total: number }>`select count(*) as total from bank_payment payment where ${where}`,
    );
    // Beyond the last page there is nothing, however large its number.
    if ((page - 1) * perPage >= total) return { payments: [], total };
    const found = await rows(db, sql<PaymentRow>`${SELECT} where ${where} ${rest}`);
    return { payments: found.map(toPayment), total };
  }
  // Texts are compared row by row, so they are compared once, for the page and for the total.
  const [answer] = await rows(
    db,
    sql<{ total: number; ids: number[] }>`
      with found as materialized (
        select id, dated_on, payer_name, sum_kopecks from bank_payment payment where ${where}
      )
      select (select count(*) from found) as total,
        array(select id from found payment ${rest}) as ids`,
  );
  const { total = 0, ids = [] } = answer ?? {};
  const payments = new Map((await findPayments(db, ids)).map((payment) => [payment.id, payment]));
  return { payments: ids.flatMap((id) => payments.get(id) ?? []), total };
}

function matchesFilters({ q, from, to, sum, state, owner, callerId }: PageQuery): RawBuilder<unknown> {
  const states = state === 'waiting' ? ['review', 'refund'] : [state];
  const conditions = [
    ...(state ? [sql`payment.state = any(${states}::text[])`] : []),
    ...(owner ? [sql`payment.state in ('review', 'refund') and ${isOwned(owner, callerId)}`] : []),
    ...(from ? [sql`payment.dated_on >= ${from}::date`] : []),
    ...(to ? [sql`payment.dated_on <= ${to}::date`] : []),
    ...(sum === undefined ? [] : [sql`payment.sum_kopecks = ${sum}`]),
    ...(q ? [matchesQuery(q)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function isOwned(owner: TaskOwnerFilter, callerId: number): RawBuilder<unknown> {
  const task = sql`select from task_owner task where task.kind = 'payment' and task.subject_id = payment.id`;
  return owner === 'me' ? sql`exists (${task} and task.user_id = ${callerId})` : sql`not exists (${task})`;
}

/** The expression of the index `bank_payment_words`, which finds parts of three letters and more (decision 176). */
const PAYMENT_WORDS = sql`lower(payment.number || ' ' || payment.payer_inn || ' ' || payment.payer_name || ' ' || payment.purpose)`;

/** True for a payment with each of the search terms, in whatever order, or with this sum. */
function matchesQuery(q: string): RawBuilder<unknown> {
  const sum = readMoney(q.replace('₽', ''), MAX_SUM_DIGITS);
  const bySum = sum.ok ? sql`or payment.sum_kopecks = ${sum.kopecks}` : sql``;
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean);
  const byTerms = terms.map((term) => sql`${PAYMENT_WORDS} like ${toPattern(term)}`);
  return sql`((${sql.join(byTerms, sql` and `)}) ${bySum})`;
}

/** Returns a payment, or refuses with 404. */
export async function requirePayment(db: Db, id: number): Promise<Payment> {
  const row = await firstRow(db, sql<PaymentRow>`${SELECT} where payment.id = ${id}`);
  if (!row) throw notFound('Платёж не найден');
  return toPayment(row);
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
  parts: PartRow[];
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
  corrected_parts: PartRow[];
  owner: OwnerRow | null;
  network: Payment['network'];
}

interface PartRow {
  invoiceId: number;
  serial: number;
  sum: number;
}

/** The parts of one division of a payment, in the order in which they were named. */
function selectParts(division: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('invoiceId', part.invoice_id, 'serial', paid.serial, 'sum', part.sum_kopecks)
      order by part.place)
    from payment_part part join invoice paid on paid.id = part.invoice_id
    where part.payment_id = payment.id and part.division = ${division}), '[]')`;
}

const SELECT = sql`
  select payment.id, payment.document_key, payment.state, payment.number, payment.dated_on, payment.credited_on,
    payment.sum_kopecks, payment.created_at, statement.name as file_name, statement.loaded_at, payment.payer_name, payment.payer_inn,
    payment.payer_account, payment.purpose, payment.note, payment.unconfirmed, payment.company_id, company.title as company_title, payment.invoice_id, invoice.serial as invoice_serial,
    ${selectParts(sql`payment.division`)} as parts, ${selectParts(sql`correction.division`)} as corrected_parts,
    payment.suggested_company_id, suggested.title as suggested_company_title, awaited.id as suggested_invoice_id,
    coalesce(correction.turn, 0) as corrections, correction.corrected_at, correction.reason as correction_reason,
    correction.company_id as corrected_company_id, corrected.title as corrected_company_title,
    correction.invoice_id as corrected_invoice_id, former.serial as corrected_invoice_serial,
    case when owner.id is not null then json_build_object('id', owner.id, 'firstname', owner.firstname,
      'lastname', owner.lastname, 'takenAt', task.taken_at) end as owner,
    case when network.id is not null then json_build_object('id', network.id, 'title', network.title) end as network
  from bank_payment payment
  left join bank_statement statement on statement.id = payment.statement_id
  left join company on company.id = payment.company_id
  left join invoice on invoice.id = payment.invoice_id
  left join company suggested on suggested.id = payment.suggested_company_id
  -- What has been paid or cancelled meanwhile is suggested no longer.
  left join invoice awaited on awaited.id = payment.suggested_invoice_id
    and awaited.cancelled_at is null and awaited.paid_kopecks < awaited.sum_kopecks
  left join lateral (
    select turn, company_id, invoice_id, division, reason, corrected_at from payment_correction
    where payment_id = payment.id order by turn desc limit 1
  ) correction on true
  left join company corrected on corrected.id = correction.company_id
  left join invoice former on former.id = correction.invoice_id
  left join task_owner task on task.kind = 'payment' and task.subject_id = payment.id
  left join app_user owner on owner.id = task.user_id
  left join partner network on network.id = case
    when payment.state = 'network' then (
      select partner_id from network_refund where payment_id = payment.id order by turn desc limit 1)
    when payment.state = 'refund' and payment.payer_inn <> '' then (
      select id from partner where inn = payment.payer_inn) end`;

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
    parts: row.parts.map(toPart),
    suggestion:
      row.suggested_company_id === null
        ? null
        : {
            companyId: row.suggested_company_id,
            company: row.suggested_company_title ?? '',
            invoiceId: row.suggested_invoice_id,
          },
    owner: row.owner && { ...row.owner, takenAt: new Date(row.owner.takenAt) },
    network: row.network,
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
            parts: row.corrected_parts.map(toPart),
            reason: row.correction_reason ?? '',
            at: row.corrected_at,
          },
  };
}

function toPart({ invoiceId, serial, sum }: PartRow): PaidPart {
  return { invoiceId, serial, sum: kopecks(sum) };
}
