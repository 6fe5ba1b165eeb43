import type { CorrectionKind } from '#contract/money/balance-corrections.ts';
import { GOODS_UNIT } from '#contract/fuel/goods-unit.ts';
import { sql, type RawBuilder } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import type { ServiceChargeKind } from '../../fees/service-charges.ts';
import { invoiceNumber } from '../../invoices/invoices.ts';
import type { AccountKind, TransferKind } from '../../ledger/account.ts';
import { listEntriesAround } from '../../ledger/ledger.ts';
import type { StatementEntry, StatementPeriod, StatementPlace } from './statement.ts';

interface EntryRow {
  opening: number;
  transfer_id: number | null;
  posted_at: Date;
  kind: TransferKind;
  sum: number;
  moved: number;
  from_kind: AccountKind;
  from_partner: string | null;
  from_card: string | null;
  to_kind: AccountKind;
  to_partner: string | null;
  to_card: string | null;
  goods_title: string | null;
  centilitres: number | null;
  centipieces: number | null;
  sale_sum: number | null;
  address: string | null;
  sold_at: Date | null;
  operation_card: string | null;
  operation_status: number | null;
  by_sbp: boolean;
  payment_number: string | null;
  payment_date: string | null;
  invoice_serials: number[];
  correction_kind: CorrectionKind | null;
  correction_reverses: number | null;
  correction_document: string | null;
  correction_note: string | null;
  charge_kind: ServiceChargeKind | null;
  charge_order: number | null;
  charge_month: string | null;
  charge_sum: number | null;
}

/**
 * The balance at the beginning of a period and its movements, oldest first, at most `limit`. One statement, so that
 * opening balance and movements always add up to the closing balance.
 */
export async function findStatement(
  db: Db,
  scope: CompanyScope,
  args: {
    place: StatementPlace;
    period: StatementPeriod;
    internal: boolean;
    limit: number;
    invoicePrefix: string;
  },
): Promise<{ opening: Kopecks; entries: StatementEntry[] }> {
  const { place, period, internal, limit } = args;
  const { start } = toMoments(period);
  const found = await rows(
    db,
    sql<EntryRow>`
      with ${dated(scope, { place, period, internal })}
      select opening.sum as opening, moved.id as transfer_id, moved.posted_at, moved.kind, moved.sum,
        moved.amount_kopecks as moved, source.kind as from_kind, source_partner.title as from_partner,
        source_card.card_number as from_card, target.kind as to_kind, target_partner.title as to_partner,
        target_card.card_number as to_card, operation.goods_title, operation.centilitres, operation.centipieces, operation.sum_kopecks as sale_sum, operation.address,
        operation.sold_at, coalesce(card.card_number, charged_card.card_number) as operation_card, operation.status_id as operation_status,
        payment.fast_order_id is not null or (corrected.number is not null and exists (
          select from fast_payment_order ordered
          where ordered.company_id = ${scope.companyId} and ordered.payment_id = moved.subject_id)) as by_sbp,
        coalesce(payment.number, corrected.number, returned.number) as payment_number,
        coalesce(payment.dated_on, corrected.dated_on, returned.dated_on) as payment_date, ${INVOICE_SERIALS} as invoice_serials,
        correction.kind as correction_kind, correction.reverses_id as correction_reverses,
        correction_document.title as correction_document, correction.note as correction_note,
        charge.kind as charge_kind, charge.request_id as charge_order, charge.month as charge_month,
        charge.sum_kopecks as charge_sum
      from (
        select ${SEALED} + coalesce(sum(sum), 0)::bigint as sum from dated where posted_at < ${start}
      ) opening
      left join (
        select dated.* from dated where posted_at >= ${start} order by posted_at, id limit ${limit}
      ) moved on true
      left join ledger_account source on source.id = moved.from_account_id
      left join partner source_partner on source_partner.id = source.partner_id
      left join card source_card on source_card.id = source.card_id
      left join ledger_account target on target.id = moved.to_account_id
      left join partner target_partner on target_partner.id = target.partner_id
      left join card target_card on target_card.id = target.card_id
      left join operation on moved.subject_kind = 'operation' and operation.id = moved.subject_id
      left join card on card.id = operation.card_id
      left join service_charge charge on moved.subject_kind = 'service-charge' and charge.id = moved.subject_id
      left join card charged_card on charged_card.id = charge.card_id
      left join bank_payment payment on moved.subject_kind = 'bank-payment' and payment.id = moved.subject_id
      -- A payment that was taken from the company is another's now, or nobody's: the company keeps its words.
      left join lateral (
        select number, dated_on, invoice_id, division from payment_correction
        where moved.subject_kind = 'bank-payment' and payment_id = moved.subject_id
          and payment_correction.company_id = ${scope.companyId}
        order by turn desc limit 1
      ) corrected on payment.id is null
      left join advance_return returned on moved.subject_kind = 'advance-return' and returned.id = moved.subject_id
      left join correction on moved.subject_kind = 'correction' and correction.id = moved.subject_id
      left join month_document correction_document on correction_document.id = correction.document_id
      order by moved.posted_at, moved.id`,
  );
  return {
    opening: kopecks(found[0]?.opening ?? 0),
    entries: found
      .filter((row) => row.transfer_id !== null)
      .map((row) => toStatementEntry(row, args.invoicePrefix)),
  };
}

/** The invoices of a payment: one with all of its sum, or those among which it is divided. */
const INVOICE_SERIALS = sql`array(
  select invoice.serial from invoice where invoice.id = coalesce(payment.invoice_id, corrected.invoice_id)
  union all
  (select invoice.serial from payment_part part join invoice on invoice.id = part.invoice_id
    where moved.subject_kind = 'bank-payment' and part.payment_id = moved.subject_id
      and part.division = coalesce(payment.division, corrected.division) order by part.place))`;

/** The sums of a period without its movements, however many there are; `wentOut` is positive. */
export async function findStatementSums(
  db: Db,
  scope: CompanyScope,
  { place, period }: { place: StatementPlace; period: StatementPeriod },
): Promise<{ opening: Kopecks; cameIn: Kopecks; wentOut: Kopecks }> {
  const { start } = toMoments(period);
  const found = await getOnlyRow(
    db,
    sql<{ opening: number; came_in: number; went_out: number }>`
      with ${dated(scope, { place, period, internal: false })}
      select ${SEALED} + coalesce(sum(sum) filter (where posted_at < ${start}), 0)::bigint as opening,
        coalesce(sum(sum) filter (where posted_at >= ${start} and sum > 0), 0)::bigint as came_in,
        coalesce(-sum(sum) filter (where posted_at >= ${start} and sum < 0), 0)::bigint as went_out
      from dated`,
  );
  return {
    opening: kopecks(found.opening),
    cameIn: kopecks(found.came_in),
    wentOut: kopecks(found.went_out),
  };
}

/** Returns the first moments of a period of Moscow days and of the day after it. */
function toMoments({ from, to }: StatementPeriod): { start: RawBuilder<unknown>; end: RawBuilder<unknown> } {
  return {
    start: sql`(${from}::date::timestamp at time zone 'Europe/Moscow')`,
    end: sql`((${to}::date + 1)::timestamp at time zone 'Europe/Moscow')`,
  };
}

/** Balance of the place before its `dated` transfers. */
const SEALED = sql`(select coalesce(sum(sealed_kopecks), 0)::bigint from own)`;

/**
 * The transfers before the period's end with their effect on a place, as `dated`, from the last sealed day before it on;
 * without `internal`, only those that have one.
 */
function dated(
  scope: CompanyScope,
  { place, period, internal }: { place: StatementPlace; period: StatementPeriod; internal: boolean },
): RawBuilder<unknown> {
  const { end } = toMoments(period);
  return sql`${listEntriesAround(scope, { accounts: selectPlaceAccounts(place), ...period })}, effect as (
      select transfer_id, sum(amount_kopecks)::bigint as sum from own_entry group by transfer_id
    ), dated as materialized (
      select effect.sum, transfer.id, transfer.posted_at, transfer.kind, transfer.amount_kopecks,
        transfer.from_account_id, transfer.to_account_id, transfer.subject_kind, transfer.subject_id
      from effect join ledger_transfer transfer on transfer.id = effect.transfer_id
      where transfer.company_id = ${scope.companyId} and transfer.posted_at < ${end}
        and (${internal} or effect.sum <> 0)
    )`;
}

/** The accounts of a place. The outside accounts (bank and networks) are not places of a company's money. */
function selectPlaceAccounts(place: StatementPlace): RawBuilder<unknown> {
  switch (place.kind) {
    case 'company':
      return sql`kind in ('unallocated', 'in-transit', 'partner', 'debt', 'card', 'hold')`;
    case 'unallocated':
      return sql`kind = 'unallocated'`;
    case 'partner':
      return sql`kind in ('partner', 'debt') and partner_id = ${place.partnerId}`;
    case 'card':
      return sql`kind = 'card' and card_id = ${place.cardId}`;
  }
}

function toStatementEntry(row: EntryRow, invoicePrefix: string): StatementEntry {
  return {
    transferId: row.transfer_id ?? 0,
    postedAt: row.posted_at,
    kind: row.kind,
    sum: kopecks(row.sum),
    moved: kopecks(row.moved),
    from: { kind: row.from_kind, partnerTitle: row.from_partner, cardNumber: row.from_card },
    to: { kind: row.to_kind, partnerTitle: row.to_partner, cardNumber: row.to_card },
    sale:
      row.sold_at === null
        ? null
        : {
            goodsTitle: row.goods_title ?? '',
            quantity: formatSold(row),
            sum: kopecks(row.sale_sum ?? 0),
            address: row.address ?? '',
            soldAt: row.sold_at,
          },
    payment:
      row.payment_date === null
        ? null
        : {
            bySbp: row.by_sbp,
            number: row.payment_number ?? '',
            datedOn: row.payment_date,
            invoiceNumbers: row.invoice_serials.map((serial) => invoiceNumber(invoicePrefix, serial)),
          },
    correction:
      row.correction_kind === null
        ? null
        : {
            kind: row.correction_kind,
            isReversal: row.correction_reverses !== null,
            documentTitle: row.correction_document,
            note: row.correction_note ?? '',
          },
    charge:
      row.charge_kind === null
        ? null
        : {
            kind: row.charge_kind,
            orderId: row.charge_order,
            month: row.charge_month,
            sum: kopecks(row.charge_sum ?? 0),
          },
    cardNumber: row.operation_card,
    operationStatusId: row.operation_status,
  };
}

/** «11,5 л», «1 шт». */
function formatSold({ centilitres, centipieces }: EntryRow): string {
  const unit = centipieces === null ? 'litres' : 'pieces';
  return `${String((centipieces ?? centilitres ?? 0) / 100).replace('.', ',')} ${GOODS_UNIT[unit].short}`;
}
