import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { type Part, WHOLE_PART } from './checked-part.ts';
import { PROGRAMME_CHECKS } from './programme-checks.ts';

export type CheckKind = keyof typeof CHECKS;

interface BookDifference {
  kind: CheckKind;
  details: Record<string, unknown>;
}

/** The most that are listed per kind: one broken rule can spoil every row. */
const MAX_FINDINGS = 20;

/**
 * Checks the ledger for what must never happen: money from nowhere, a balance that differs from its entries, a gap in a
 * chain of entries, a movement that its business record does not explain. Returns the problems found; an empty list is
 * good. Covers all companies and all records, or a part of them and some kinds alone; for one consistent snapshot, pass a
 * repeatable-read transaction.
 */
export async function checkBooks(
  db: Db,
  {
    part = WHOLE_PART,
    kinds = Object.keys(CHECKS) as CheckKind[],
  }: { part?: Part; kinds?: readonly CheckKind[] } = {},
): Promise<BookDifference[]> {
  const differences: BookDifference[] = [];
  for (const kind of kinds) {
    const { rows } = await sql<Record<string, unknown>>`${CHECKS[kind](part)} limit ${MAX_FINDINGS}`.execute(
      db,
    );
    differences.push(...rows.map((details) => ({ kind, details })));
  }
  return differences;
}

const CHECKS = {
  ...PROGRAMME_CHECKS,
  /** Each transfer has one entry of its amount on either side, so all entries together are zero. */
  'transfer-without-its-entries': ({ of }: Part) => sql`
    select transfer.id as "transferId" from ledger_transfer transfer
    left join ledger_entry taken on taken.account_id = transfer.from_account_id and taken.transfer_id = transfer.id
    left join ledger_entry given on given.account_id = transfer.to_account_id and given.transfer_id = transfer.id
    where (taken.amount_kopecks is distinct from -transfer.amount_kopecks
        or given.amount_kopecks is distinct from transfer.amount_kopecks)
      and ${of('transfer', sql`transfer.id`)}`,
  'entry-without-a-transfer': () => sql`
    select entry.account_id as "accountId", entry.transfer_id as "transferId" from ledger_entry entry
    where not exists (select from ledger_transfer transfer
      where transfer.id = entry.transfer_id and entry.account_id in (transfer.from_account_id, transfer.to_account_id))`,
  /** Sums the balances where they are known to equal the entries. */
  'sum-not-zero': ({ whole }: Part) => sql`
    select company_id as "companyId", sum(kopecks)::bigint as "sumKopecks" from (${
      whole
        ? sql`select company_id, amount_kopecks as kopecks from ledger_entry`
        : sql`select company_id, balance_kopecks from ledger_account`
    }) as moved (company_id, kopecks)
    group by company_id having sum(kopecks) <> 0`,
  'balance-not-its-entries': () => sql`
    select account.id as "accountId", account.balance_kopecks as "balanceKopecks", coalesce(sum(entry.amount_kopecks), 0)::bigint as "entriesKopecks"
    from ledger_account account left join ledger_entry entry on entry.account_id = account.id
    group by account.id having account.balance_kopecks <> coalesce(sum(entry.amount_kopecks), 0)`,
  'broken-chain': () => sql`
    select account_id as "accountId", transfer_id as "transferId", before as "beforeKopecks", expected as "expectedKopecks"
    from (
      select account_id, transfer_id, balance_before_kopecks as before,
        coalesce(lag(balance_after_kopecks) over (partition by account_id order by transfer_id), 0) as expected
      from ledger_entry
    ) link
    where before <> expected`,
  'below-the-floor': () => sql`
    select id as "accountId", balance_kopecks as "balanceKopecks", floor_kopecks as "floorKopecks"
    from ledger_account where balance_kopecks < floor_kopecks`,
  'entry-of-another-company': () => sql`
    select entry.account_id as "accountId", entry.transfer_id as "transferId" from ledger_entry entry
    join ledger_account account on account.id = entry.account_id
    join ledger_transfer transfer on transfer.id = entry.transfer_id
    where account.company_id <> entry.company_id or transfer.company_id <> entry.company_id`,
  /** Compares each operation with what its transfers moved. */
  'operation-not-its-money': ({ of }: Part) => sql`
    select operation.id as "operationId", operation.type_id as "typeId", operation.status_id as "statusId"
    from operation
    left join lateral (
      select coalesce(sum(amount_kopecks) filter (where kind in ('purchase', 'refund')), 0) as sold,
        coalesce(sum(amount_kopecks) filter (where kind in ('reserve-transfer', 'reserve-payout')), 0) as reserved,
        coalesce(sum(amount_kopecks) filter (where kind in ('settle-transfer', 'settle-payout')), 0) as settled,
        coalesce(sum(amount_kopecks) filter (where kind in ('void-transfer', 'void-payout')), 0) as voided,
        coalesce(sum(amount_kopecks) filter (where kind in ('discount', 'surcharge', 'service-fee')), 0) as priced,
        coalesce(sum(amount_kopecks), 0) as moved
      from ledger_transfer where subject_kind = 'operation' and subject_id = operation.id
    ) money on true
    where not ${balancesMatch()} and ${of('operation', sql`operation.id`)}`,
  /**
   * The movements of a sale's tariff, each kind in its direction, equal the stored parts of the price. A sale without a
   * tariff has no movements.
   */
  'price-not-its-money': ({ of }: Part) => sql`
    select coalesce(price.operation_id, money.operation_id) as "operationId"
    from (select * from sale_price where ${of('operation', sql`operation_id`)}) price
    full join (
      select transfer.subject_id as operation_id,
        ${selectPriced('discount', 'from')} as discount_given, ${selectPriced('discount', 'to')} as discount_taken,
        ${selectPriced('surcharge', 'to')} as surcharge_taken, ${selectPriced('surcharge', 'from')} as surcharge_given,
        ${selectPriced('service-fee', 'to')} as fee_taken, ${selectPriced('service-fee', 'from')} as fee_given
      from ledger_transfer transfer
      join ledger_account account on account.company_id = transfer.company_id and account.kind = 'programme'
      where transfer.kind in ('discount', 'surcharge', 'service-fee') and transfer.subject_kind = 'operation'
        and ${of('operation', sql`transfer.subject_id`)}
      group by transfer.subject_id
    ) money on money.operation_id = price.operation_id
    left join operation on operation.id = price.operation_id
    where price.operation_id is null or case operation.type_id when ${OPERATION_TYPE.purchase}
      then (coalesce(discount_given, 0), coalesce(surcharge_taken, 0), coalesce(fee_taken, 0),
          coalesce(discount_taken, 0) + coalesce(surcharge_given, 0) + coalesce(fee_given, 0))
      else (coalesce(discount_taken, 0), coalesce(surcharge_given, 0), coalesce(fee_given, 0),
          coalesce(discount_given, 0) + coalesce(surcharge_taken, 0) + coalesce(fee_taken, 0)) end
      is distinct from (price.discount_kopecks::numeric, price.surcharge_kopecks::numeric, price.fee_kopecks::numeric, 0::numeric)`,
  'transfer-without-an-operation': ({ of }: Part) => sql`
    select transfer.id as "transferId", transfer.subject_id as "operationId" from ledger_transfer transfer
    where transfer.subject_kind = 'operation' and ${of('transfer', sql`transfer.id`)} and not exists (
      select from operation where operation.id = transfer.subject_id and operation.company_id = transfer.company_id)`,
  /** The money in transit is the money of the operations in progress. */
  'in-transit-not-its-operations': () => sql`
    select account.company_id as "companyId", account.balance_kopecks as "balanceKopecks",
      coalesce(sum(operation.sum_kopecks), 0)::bigint as "operationsKopecks"
    from ledger_account account
    left join operation on operation.company_id = account.company_id
      and operation.status_id = ${OPERATION_STATUS.inProgress}
      and operation.type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})
    where account.kind = 'in-transit'
    group by account.id having account.balance_kopecks <> coalesce(sum(operation.sum_kopecks), 0)`,
  /** The money on hold is that of the open authorisations. */
  'hold-not-its-authorisations': () => sql`
    select account.company_id as "companyId", account.balance_kopecks as "balanceKopecks",
      coalesce(sum(authorisation.held_kopecks), 0)::bigint as "heldKopecks"
    from ledger_account account
    left join authorisation on authorisation.company_id = account.company_id
      and authorisation.partner_id = account.partner_id and authorisation.state = 'approved'
    where account.kind = 'hold'
    group by account.id having account.balance_kopecks <> coalesce(sum(authorisation.held_kopecks), 0)`,
  /** A credited payment has moved its sum to its company, corrections included; any other has left nothing. */
  'payment-not-its-money': ({ of }: Part) => sql`
    select payment.id as "paymentId", payment.state, payment.sum_kopecks as "sumKopecks", money.moved as "movedKopecks"
    from bank_payment payment
    left join lateral (
      select coalesce(sum(left_kopecks), 0)::bigint as moved,
        coalesce(bool_or(left_kopecks <> 0 and company_id is distinct from payment.company_id), false) as elsewhere
      from (
        select company_id, sum(case kind when 'invoice-paid' then amount_kopecks else -amount_kopecks end) as left_kopecks
        from ledger_transfer where subject_kind = 'bank-payment' and subject_id = payment.id group by company_id
      ) of_company
    ) money on true
    where (money.elsewhere or money.moved <> case when payment.state in ('credited', 'assigned')
      then payment.sum_kopecks else 0 end) and ${of('payment', sql`payment.id`)}`,
  /** A payment that a network gives back is booked with its sum; of any other nothing is left booked. */
  'network-refund-not-its-payment': () => sql`
    select payment.id as "paymentId", payment.state, payment.sum_kopecks as "sumKopecks", booked.kopecks as "movedKopecks"
    from bank_payment payment
    left join lateral (
      select coalesce(sum(sum_kopecks), 0)::bigint as kopecks from network_refund where payment_id = payment.id
    ) booked on true
    where (payment.state = 'network' or payment.id in (select payment_id from network_refund))
      and booked.kopecks <> case payment.state when 'network' then payment.sum_kopecks else 0 end`,
  'transfer-without-a-payment': ({ of }: Part) => sql`
    select transfer.id as "transferId", transfer.subject_id as "paymentId" from ledger_transfer transfer
    where transfer.subject_kind = 'bank-payment' and ${of('transfer', sql`transfer.id`)}
      and not exists (select from bank_payment where bank_payment.id = transfer.subject_id)`,
  /** Each payment of a sandbox has its movement there, and no other company was paid in that way. */
  'sandbox-payment-not-its-money': () => sql`
    select paid.id as "paymentId", paid.sum_kopecks as "sumKopecks" from sandbox_payment paid
    left join ledger_transfer transfer on transfer.subject_kind = 'sandbox-payment' and transfer.subject_id = paid.id
    where (transfer.amount_kopecks, transfer.company_id, transfer.kind)
        is distinct from (paid.sum_kopecks, paid.company_id, 'invoice-paid')`,
  'transfer-without-a-sandbox-payment': () => sql`
    select transfer.id as "transferId", transfer.subject_id as "paymentId" from ledger_transfer transfer
    where transfer.subject_kind = 'sandbox-payment'
      and not exists (select from sandbox_payment where sandbox_payment.id = transfer.subject_id)`,
  /** A booked return has moved its sum from its company; an unbooked one has moved nothing, or all of it back. */
  'return-not-its-money': ({ of }: Part) => sql`
    select returned.id as "returnId", returned.state, returned.sum_kopecks as "sumKopecks", money.moved as "movedKopecks"
    from advance_return returned
    left join lateral (
      select coalesce(sum(case kind when 'return-advance' then amount_kopecks else -amount_kopecks end), 0)::bigint as moved,
        coalesce(bool_and(kind in ('return-advance', 'reverse-return') and company_id = returned.company_id), true) as fits
      from ledger_transfer where subject_kind = 'advance-return' and subject_id = returned.id
    ) money on true
    where (not money.fits or money.moved <> case when returned.state = 'booked' then returned.sum_kopecks else 0 end)
      and ${of('return', sql`returned.id`)}`,
  'transfer-without-a-return': ({ of }: Part) => sql`
    select transfer.id as "transferId", transfer.subject_id as "returnId" from ledger_transfer transfer
    where (transfer.subject_kind = 'advance-return' or transfer.kind in ('return-advance', 'reverse-return'))
      and ${of('transfer', sql`transfer.id`)} and not exists (
      select from advance_return where transfer.subject_kind = 'advance-return' and id = transfer.subject_id)`,
  'invoice-not-its-payments': ({ of }: Part) => sql`
    select invoice.id as "invoiceId", invoice.paid_kopecks as "paidKopecks",
      coalesce(sum(payment.sum_kopecks), 0)::bigint as "paymentsKopecks"
    from invoice left join (
      select invoice_id, sum_kopecks from bank_payment where state in ('credited', 'assigned')
      union all select part.invoice_id, part.sum_kopecks
      from payment_part part join bank_payment divided on divided.id = part.payment_id and divided.division = part.division
      where divided.state in ('credited', 'assigned')
      union all select invoice_id, sum_kopecks from sandbox_payment
    ) payment on payment.invoice_id = invoice.id
    where ${of('invoice', sql`invoice.id`)}
    group by invoice.id having invoice.paid_kopecks <> coalesce(sum(payment.sum_kopecks), 0)`,
  'distribution-not-its-money': ({ of, whole }: Part) => sql`
    select distribution.id as "distributionId", distribution.sum_kopecks as "sumKopecks",
      coalesce(money.moved, 0)::bigint as "movedKopecks"
    from distribution
    left join ${whole ? sql`` : sql`lateral`} (
      select subject_id, sum(amount_kopecks) as moved,
        bool_and(transfer.company_id = meant.company_id and case meant.kind
          when 'revoke' then transfer.kind = 'revoke' else transfer.kind in ('distribute', 'repay-debt') end) as fits
      from ledger_transfer transfer join distribution meant on meant.id = transfer.subject_id
      where transfer.subject_kind = 'distribution' ${whole ? sql`` : DISTRIBUTION_TRANSFERS} group by subject_id
    ) money on money.subject_id = distribution.id
    where (money.fits is not true or money.moved <> coalesce(distribution.sum_kopecks, money.moved))
      and ${of('distribution', sql`distribution.id`)}`,
  'transfer-without-a-distribution': ({ of }: Part) => sql`
    select transfer.id as "transferId", transfer.subject_id as "distributionId" from ledger_transfer transfer
    where transfer.subject_kind = 'distribution' and ${of('transfer', sql`transfer.id`)}
      and not exists (select from distribution where distribution.id = transfer.subject_id)`,
  /** A card's shortfall is what its fuel has taken from elsewhere, minus what was covered. */
  'shortfall-not-its-transfers': ({ of }: Part) => sql`
    select card.id as "cardId", card.shortfall_kopecks as "shortfallKopecks",
      coalesce(money.short, 0)::bigint as "transfersKopecks"
    from card
    left join (
      select card_id, sum(amount) as short from (
        select operation.card_id,
          case when transfer.kind = 'purchase' then amount_kopecks else -amount_kopecks end as amount
        from ledger_transfer transfer
        join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
        join ledger_account account on account.kind in ('partner', 'debt')
          and account.id = case when transfer.kind = 'purchase' then from_account_id else to_account_id end
        where transfer.kind in ('purchase', 'refund') and ${of('card', sql`operation.card_id`)}
        union all
        select subject_id, -amount_kopecks from ledger_transfer
        where subject_kind = 'card' and kind = 'cover-purchase' and ${of('card', sql`subject_id`)}
      ) part group by card_id
    ) money on money.card_id = card.id
    where card.shortfall_kopecks <> coalesce(money.short, 0) and ${of('card', sql`card.id`)}`,
  /** The totals of the operation lists come from the counted days. */
  'days-not-their-operations': ({ of }: Part) => sql`
    select company_id as "companyId", day::text as day, type_id as "typeId", status_id as "statusId",
      coalesce(sum(operations) filter (where counted), 0)::bigint as "countedOperations",
      coalesce(sum(operations) filter (where not counted), 0)::bigint as "operations",
      coalesce(sum(sum_kopecks) filter (where counted), 0)::bigint as "countedKopecks",
      coalesce(sum(sum_kopecks) filter (where not counted), 0)::bigint as "sumKopecks"
    from (
      select true as counted, company_id, day, type_id, status_id, operations, sum_kopecks, centilitres from operation_day_now
      where ${of('company', sql`company_id`)}
      union all
      select false, company_id, (created_at at time zone 'Europe/Moscow')::date, type_id, status_id, count(*), sum(sum_kopecks),
        coalesce(sum(centilitres), 0)
      from operation where ${of('company', sql`company_id`)} group by 2, 3, 4, 5
    ) input
    group by company_id, day, type_id, status_id
    having sum(case when counted then operations else -operations end) <> 0
      or sum(case when counted then sum_kopecks else -sum_kopecks end) <> 0
      or sum(case when counted then centilitres else -centilitres end) <> 0`,
} satisfies Record<string, (part: Part) => RawBuilder<unknown>>;

/** The subjects of distributions have no index (decision 8); their request ids do. */
const DISTRIBUTION_TRANSFERS = sql`and transfer.request_id >= 'distribution:' || distribution.id || ':'
  and transfer.request_id < 'distribution:' || distribution.id || ';'`;

/** Selects the sum of a kind of movement that came from the programme's account, or went to it. */
function selectPriced(kind: string, side: 'from' | 'to'): RawBuilder<unknown> {
  const account = side === 'from' ? sql`transfer.from_account_id` : sql`transfer.to_account_id`;
  return sql`sum(transfer.amount_kopecks) filter (where transfer.kind = ${kind} and ${account} = account.id)`;
}

function balancesMatch(): RawBuilder<unknown> {
  const { done, inProgress, failed } = OPERATION_STATUS;
  const moves = sql`operation.type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})`;
  const sale = sql`operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})`;
  return sql`case
    when ${sale} then sold = operation.sum_kopecks and moved = sold + priced
    when ${moves} and operation.status_id = ${done} then reserved = operation.sum_kopecks and settled = reserved and voided = 0
    when ${moves} and operation.status_id = ${failed} then reserved = operation.sum_kopecks and voided = reserved and settled = 0
    when ${moves} and operation.status_id = ${inProgress} then reserved = operation.sum_kopecks and settled = 0 and voided = 0
    else moved = 0 end`;
}
