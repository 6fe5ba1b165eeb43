import { sql, type RawBuilder } from 'kysely';
import type { NetworkInvoiceState } from '#contract/fuel/network-invoices.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { sumPaidToNetworks } from '../../money/bank/network-payments.ts';

/** An invoice of a network. Days are `YYYY-MM-DD`. */
export interface NetworkInvoice {
  id: number;
  partner: { id: PartnerId; title: string };
  number: string;
  datedOn: string;
  from: string;
  to: string;
  sum: Kopecks;
  vat: Kopecks;
  /** The sum less what is claimed back. */
  agreed: Kopecks;
  lineCount: number;
  /** Sum of the lines of the report. */
  linesSum: Kopecks;
  /** False while its lines are being compared. */
  isCompared: boolean;
  compared: number;
  /** At the prices of the stations: by the report, and by our sales. */
  theirs: Kopecks;
  ours: Kopecks;
  /** Differences that no one has decided, or that were asked of the network. */
  undecided: number;
  disputed: number;
  state: NetworkInvoiceState;
  /** Part of the payments to the network that its older invoices have left. */
  paid: Kopecks;
  /** Last day of payment; null: the network has no days of payment. */
  dueOn: string | null;
  fileName: string;
  loadedAt: Date;
  loadedBy: string | null;
  acceptedAt: Date | null;
  acceptedBy: string | null;
}

interface InvoiceFilter {
  partnerId?: number | undefined;
  state?: NetworkInvoiceState | undefined;
}

/** One page of the invoices, newest first, and how many there are. `today`: until when payments count. */
export async function pageOfInvoices(
  db: Db,
  { filter, page, perPage, today }: { filter: InvoiceFilter; page: number; perPage: number; today: string },
): Promise<{ invoices: NetworkInvoice[]; total: number }> {
  const { partnerId = null, state = null } = filter;
  const where = sql`(${partnerId}::int is null or partner_id = ${partnerId}::int)
    and (${state}::text is null or state = ${state}::text)`;
  const known = await selectInvoices(db, today);
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from (${known}) known where ${where}`,
  );
  const found = await rows(
    db,
    sql<InvoiceRow>`
      select * from (${known}) known where ${where}
      order by dated_on desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { invoices: found.map(toInvoice), total };
}

async function findInvoice(db: Db, id: number, today: string): Promise<NetworkInvoice | null> {
  const known = await selectInvoices(db, today);
  const row = await firstRow(db, sql<InvoiceRow>`select * from (${known}) known where id = ${id}`);
  return row && toInvoice(row);
}

export async function requireInvoice(db: Db, id: number, today: string): Promise<NetworkInvoice> {
  const found = await findInvoice(db, id, today);
  if (!found) throw notFound('Счёт сети не найден');
  return found;
}

/** Returns an invoice that may be changed, locked. Refuses one that is being compared or is accepted. */
export async function lockOpenInvoice(tx: Db, id: number, today: string): Promise<NetworkInvoice> {
  await sql`select id from network_invoice where id = ${id} for update`.execute(tx);
  const invoice = await requireInvoice(tx, id, today);
  if (invoice.acceptedAt) throw conflict('Счёт уже принят');
  if (!invoice.isCompared) throw conflict('Счёт ещё сверяется. Подождите, пока сверка закончится');
  return invoice;
}

/** Sum that a network has billed without what is claimed back, and the day when the oldest part of it that is not paid is due. */
export interface Billed {
  partnerId: PartnerId;
  invoiced: Kopecks;
  /** The unpaid part of the invoices that no one has accepted. */
  unaccepted: Kopecks;
  dueOn: string | null;
}

export async function sumInvoices(db: Db, today: string): Promise<Billed[]> {
  const known = await selectInvoices(db, today);
  const found = await rows(
    db,
    sql<{ partner_id: PartnerId; invoiced: number; unaccepted: number; due_on: string | null }>`
      select partner_id, sum(agreed_kopecks)::bigint as invoiced,
        coalesce(sum(agreed_kopecks - paid_kopecks) filter (where accepted_at is null), 0)::bigint as unaccepted,
        min(due_on) filter (where paid_kopecks < agreed_kopecks) as due_on
      from (${known}) known group by partner_id`,
  );
  return found.map((row) => ({
    partnerId: row.partner_id,
    invoiced: kopecks(row.invoiced),
    unaccepted: kopecks(row.unaccepted),
    dueOn: row.due_on,
  }));
}

interface InvoiceRow {
  id: number;
  partner_id: PartnerId;
  partner_title: string;
  number: string;
  dated_on: string;
  day_from: string;
  day_to: string;
  sum_kopecks: number;
  vat_kopecks: number;
  agreed_kopecks: number;
  line_count: number;
  lines_kopecks: number;
  is_compared: boolean;
  compared: number;
  theirs_kopecks: number;
  ours_kopecks: number;
  undecided: number;
  disputed: number;
  state: NetworkInvoiceState;
  paid_kopecks: number;
  due_on: string | null;
  file_name: string;
  loaded_at: Date;
  loaded_by: string | null;
  accepted_at: Date | null;
  accepted_by: string | null;
}

/**
 * All invoices with what is agreed and paid of each: payments to a network are laid on what is agreed of its invoices, the
 * oldest first.
 */
async function selectInvoices(db: Db, today: string): Promise<RawBuilder<unknown>> {
  const paid = [...(await sumPaidToNetworks(db, today))];
  return sql`
    select laid.*, case
      when laid.accepted_at is not null and laid.paid_kopecks >= laid.agreed_kopecks then 'paid'
      when laid.accepted_at is not null then 'accepted'
      when laid.is_compared and laid.disputed > 0 then 'disputed'
      else 'checking' end as state
    from (
      select invoice.id, invoice.partner_id, partner.title as partner_title, invoice.number, invoice.dated_on,
        invoice.day_from, invoice.day_to, invoice.sum_kopecks, invoice.vat_kopecks, agreed.kopecks as agreed_kopecks,
        invoice.line_count,
        invoice.lines_kopecks, invoice.is_compared, invoice.compared, invoice.theirs_kopecks, invoice.ours_kopecks,
        invoice.undecided, invoice.disputed, invoice.file_name, invoice.loaded_at, invoice.accepted_at,
        (invoice.dated_on + partner.payment_days) as due_on,
        greatest(0, least(agreed.kopecks, coalesce(paid.sum, 0) - sum(agreed.kopecks) over (
          partition by invoice.partner_id order by invoice.dated_on, invoice.id) + agreed.kopecks))::bigint as paid_kopecks,
        ${selectName('loader')} as loaded_by, ${selectName('accepter')} as accepted_by
      from network_invoice invoice join partner on partner.id = invoice.partner_id
      left join network_claim claim on claim.invoice_id = invoice.id and claim.ended_as is distinct from 'withdrawn'
      cross join lateral (select invoice.sum_kopecks - coalesce(claim.sum_kopecks, 0) as kopecks) agreed
      left join unnest(${paid.map(([partnerId]) => partnerId)}::int[], ${paid.map(([, sum]) => sum)}::bigint[])
        as paid (partner_id, sum) on paid.partner_id = invoice.partner_id
      left join app_user loader on loader.id = invoice.loaded_by
      left join app_user accepter on accepter.id = invoice.accepted_by
    ) laid`;
}

/** Selects an employee's name as colleagues see it. */
export function selectName(person: string): RawBuilder<unknown> {
  const [lastname, firstname] = ['lastname', 'firstname'].map((value) => sql.ref(`${person}.${value}`));
  return sql`nullif(concat_ws(' ', ${lastname}, ${firstname}), '')`;
}

function toInvoice(row: InvoiceRow): NetworkInvoice {
  return {
    id: row.id,
    partner: { id: row.partner_id, title: row.partner_title },
    number: row.number,
    datedOn: row.dated_on,
    from: row.day_from,
    to: row.day_to,
    sum: kopecks(row.sum_kopecks),
    vat: kopecks(row.vat_kopecks),
    agreed: kopecks(row.agreed_kopecks),
    lineCount: row.line_count,
    linesSum: kopecks(row.lines_kopecks),
    isCompared: row.is_compared,
    compared: row.compared,
    theirs: kopecks(row.theirs_kopecks),
    ours: kopecks(row.ours_kopecks),
    undecided: row.undecided,
    disputed: row.disputed,
    state: row.state,
    paid: kopecks(row.paid_kopecks),
    dueOn: row.due_on,
    fileName: row.file_name,
    loadedAt: row.loaded_at,
    loadedBy: row.loaded_by,
    acceptedAt: row.accepted_at,
    acceptedBy: row.accepted_by,
  };
}
