import { sql, type RawBuilder } from 'kysely';
import type { InvoiceLineGroup, LineDecision, LineDifference } from '#contract/fuel/network-invoice-lines.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';
import { selectName } from './network-invoices.ts';
import type { OtherInvoice } from './repeated-line-store.ts';

/** Outcome of a comparison for a line of the report. */
export interface LineOutcome {
  lineId: number;
  outcome: InvoiceLineGroup;
  sale: { operationId: number; sum: number; isRefund: boolean } | null;
  differences: readonly LineDifference[];
  /** The other invoice that has the same filling. */
  otherInvoiceId: number | null;
}

/** Clears what an earlier comparison has found, of some cards or of all; decisions stay. */
export async function clearOutcomes(
  tx: Db,
  invoiceId: number,
  cardNumbers?: readonly string[],
): Promise<void> {
  const ofCards = cardNumbers ? sql`card_number = any(${cardNumbers}::text[])` : sql`true`;
  await sql`
    update network_invoice_line set outcome = null, operation_id = null, our_kopecks = null, differences = '{}',
      other_invoice_id = null
    where invoice_id = ${invoiceId} and row_number is not null and outcome is not null and ${ofCards}`.execute(
    tx,
  );
}

export async function storeOutcomes(tx: Db, outcomes: readonly LineOutcome[]): Promise<void> {
  await sql`
    update network_invoice_line line set outcome = found.outcome, operation_id = found.operation_id,
      our_kopecks = found.our_kopecks, differences = string_to_array(found.differences, ' '),
      other_invoice_id = found.other_invoice_id
    from unnest(
      ${outcomes.map((found) => found.lineId)}::bigint[], ${outcomes.map((found) => found.outcome)}::text[],
      ${outcomes.map((found) => found.sale?.operationId ?? null)}::bigint[],
      ${outcomes.map((found) => found.sale && signedSum(found.sale))}::bigint[],
      ${outcomes.map((found) => found.differences.join(' '))}::text[],
      ${outcomes.map((found) => found.otherInvoiceId)}::bigint[]
    ) as found (id, outcome, operation_id, our_kopecks, differences, other_invoice_id)
    where line.id = found.id`.execute(tx);
}

function signedSum({ sum, isRefund }: { sum: number; isRefund: boolean }): number {
  return isRefund ? -sum : sum;
}

/** Sets which sales of these cards only we have. Decisions stay. */
export async function storeOurs(
  tx: Db,
  args: {
    invoiceId: number;
    cardNumbers: readonly string[];
    ours: readonly { operationId: number; cardNumber: string; sum: number; isRefund: boolean }[];
  },
): Promise<void> {
  const { invoiceId, cardNumbers, ours } = args;
  const ids = ours.map((sale) => sale.operationId);
  await sql`
    delete from network_invoice_line
    where invoice_id = ${invoiceId} and row_number is null and card_number = any(${cardNumbers}::text[])
      and operation_id <> all(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into network_invoice_line (invoice_id, card_number, is_refund, operation_id, our_kopecks, outcome)
    select ${invoiceId}::bigint, sale.*, 'ours'
    from unnest(${ours.map((sale) => sale.cardNumber)}::text[], ${ours.map((sale) => sale.isRefund)}::boolean[],
      ${ids}::bigint[], ${ours.map(signedSum)}::bigint[]) as sale
    on conflict do nothing`.execute(tx);
}

/** Lines of cards that the network has given to someone else, or that we do not know. */
export async function markRestTheirs(tx: Db, invoiceId: number): Promise<void> {
  await sql`
    update network_invoice_line set outcome = 'theirs' where invoice_id = ${invoiceId} and outcome is null`.execute(
    tx,
  );
}

export interface LineFilter {
  group?: InvoiceLineGroup | undefined;
  /** `open`: nothing is decided. */
  decision?: LineDecision | 'open' | undefined;
  q?: string | undefined;
}

interface Side {
  clock: string;
  station: string;
  goodsTitle: string;
  quantity: number;
  unitPrice: Kopecks | null;
  /** Negative for a refund. */
  sum: Kopecks;
}

export interface InvoiceLine {
  id: number;
  row: number | null;
  group: InvoiceLineGroup;
  differences: LineDifference[];
  cardNumber: string;
  client: { id: number; title: string } | null;
  /** The other invoice that has the same filling. */
  other: OtherInvoice | null;
  theirs: Side | null;
  ours: Side | null;
  decision: { kind: LineDecision; note: string; at: Date; by: string | null } | null;
}

/** One page of the lines of an invoice that are compared, in the order of the report, and how many there are. */
export async function pageOfLines(
  db: Db,
  args: { invoiceId: number; filter: LineFilter; page: number; perPage: number },
): Promise<{ lines: InvoiceLine[]; total: number }> {
  const { invoiceId, filter, page, perPage } = args;
  const from = sql`
    from network_invoice_line line
    left join operation sale on sale.id = line.operation_id
    left join card on card.card_number = line.card_number
    left join company on company.id = coalesce(sale.company_id, card.company_id)
    left join network_invoice other on other.id = line.other_invoice_id
    left join app_user decider on decider.id = line.decided_by
    where line.invoice_id = ${invoiceId} and line.outcome is not null and ${matches(filter)}`;
  const { total } = await getOnlyRow(db, sql<{ total: number }>`select count(*) as total ${from}`);
  const found = await rows(
    db,
    sql<LineRow>`
      select line.id, line.row_number, line.outcome, line.differences, line.card_number, company.id as company_id,
        company.title as company_title, line.clock, line.is_refund, line.station, line.goods_title, line.quantity,
        line.unit_price_kopecks, line.station_kopecks, sale.id as sale_id,
        to_char(sale.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD"T"HH24:MI:SS') as our_clock,
        sale.address, sale.goods_title as our_goods, coalesce(sale.centilitres, sale.centipieces) as our_quantity,
        sale.unit_price_kopecks as our_price, line.our_kopecks, line.decision, line.note, line.decided_at,
        ${selectName('decider')} as decided_by, other.id as other_id, other.number as other_number,
        other.dated_on as other_date
      ${from}
      order by line.row_number nulls last, line.id limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { lines: found.map(toLine), total };
}

function matches({ group, decision, q }: LineFilter): RawBuilder<unknown> {
  const inGroup = group ? sql`line.outcome = ${group}` : sql`true`;
  const decided =
    decision === undefined
      ? sql`true`
      : decision === 'open'
        ? sql`line.decision is null and line.outcome <> 'equal'`
        : sql`line.decision = ${decision}`;
  const found = q
    ? sql`(${contains(sql`line.card_number`, q.replace(/\s/g, '') || q)} or ${contains(sql`line.station`, q)}
        or ${contains(sql`coalesce(sale.address, '')`, q)} or ${contains(sql`coalesce(company.title, '')`, q)})`
    : sql`true`;
  return sql`${inGroup} and ${decided} and ${found}`;
}

export interface LineGroup {
  group: InvoiceLineGroup;
  count: number;
  theirs: Kopecks;
  ours: Kopecks;
  undecided: number;
}

export async function sumGroups(db: Db, invoiceId: number): Promise<LineGroup[]> {
  const found = await rows(
    db,
    sql<{ outcome: InvoiceLineGroup; count: number; theirs: number; ours: number; undecided: number }>`
      select outcome, count(*)::int as count,
        coalesce(sum(case when is_refund then -1 else 1 end * station_kopecks), 0)::bigint as theirs,
        coalesce(sum(our_kopecks), 0)::bigint as ours,
        count(*) filter (where outcome <> 'equal' and decision is null)::int as undecided
      from network_invoice_line where invoice_id = ${invoiceId} and outcome is not null group by outcome`,
  );
  return found.map(({ outcome, theirs, ours, ...counts }) => ({
    group: outcome,
    theirs: kopecks(theirs),
    ours: kopecks(ours),
    ...counts,
  }));
}

/** Stores a decision about differences: those that are named, or all of a group that no one has decided. Returns how many. */
export async function storeDecision(
  tx: Db,
  args: {
    invoiceId: number;
    which: { ids: readonly number[] } | { group: InvoiceLineGroup };
    decision: LineDecision;
    note: string;
    staffId: number;
    now: Date;
  },
): Promise<number> {
  const { which, decision } = args;
  const chosen =
    'ids' in which
      ? sql`id = any(${which.ids}::bigint[])`
      : sql`outcome = ${which.group} and decision is null`;
  const { numAffectedRows } = await sql`
    update network_invoice_line set decision = ${decision}, note = ${args.note}, decided_at = ${args.now},
      decided_by = ${args.staffId}
    where invoice_id = ${args.invoiceId} and ${chosen} and ${DECIDABLE[decision]}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A network is asked for what only it has. It is paid once for a filling that is in two invoices. */
const DECIDABLE: Record<LineDecision, RawBuilder<unknown>> = {
  accepted: sql`outcome not in ('equal', 'repeated')`,
  disputed: sql`outcome <> 'equal'`,
  requested: sql`outcome = 'theirs'`,
};

interface LineRow {
  id: number;
  row_number: number | null;
  outcome: InvoiceLineGroup;
  differences: LineDifference[];
  card_number: string;
  company_id: number | null;
  company_title: string | null;
  clock: string | null;
  is_refund: boolean;
  station: string;
  goods_title: string;
  quantity: number | null;
  unit_price_kopecks: number | null;
  station_kopecks: number | null;
  sale_id: number | null;
  our_clock: string | null;
  address: string | null;
  our_goods: string | null;
  our_quantity: number | null;
  our_price: number | null;
  our_kopecks: number | null;
  decision: LineDecision | null;
  note: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  other_id: number | null;
  other_number: string | null;
  other_date: string | null;
}

function toLine(row: LineRow): InvoiceLine {
  return {
    id: row.id,
    row: row.row_number,
    group: row.outcome,
    differences: row.differences,
    cardNumber: row.card_number,
    client: row.company_id === null ? null : { id: row.company_id, title: row.company_title ?? '' },
    other:
      row.other_id === null
        ? null
        : { id: row.other_id, number: row.other_number ?? '', datedOn: row.other_date ?? '' },
    theirs:
      row.clock === null
        ? null
        : {
            clock: row.clock,
            station: row.station,
            goodsTitle: row.goods_title,
            quantity: row.quantity ?? 0,
            unitPrice: row.unit_price_kopecks === null ? null : kopecks(row.unit_price_kopecks),
            sum: kopecks(signedSum({ sum: row.station_kopecks ?? 0, isRefund: row.is_refund })),
          },
    ours:
      row.our_clock === null
        ? null
        : {
            clock: row.our_clock,
            station: row.address ?? '',
            goodsTitle: row.our_goods ?? '',
            quantity: row.our_quantity ?? 0,
            unitPrice: row.our_price === null ? null : kopecks(row.our_price),
            sum: kopecks(row.our_kopecks ?? 0),
          },
    decision:
      row.decision === null || row.decided_at === null
        ? null
        : { kind: row.decision, note: row.note ?? '', at: row.decided_at, by: row.decided_by },
  };
}
