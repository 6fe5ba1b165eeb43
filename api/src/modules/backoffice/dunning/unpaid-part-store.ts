import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { addDays, startOfDay } from '../../../lib/days.ts';

export interface PartOfDebt {
  companyId: number;
  /** Only credit that was taken before this moment. */
  takenBefore: Date;
  /** The moment as of which it is unpaid. */
  at: Date;
}

/**
 * Returns for each entry the credit that was taken before a moment and is unpaid at another one, in the same order.
 * Payments pay the oldest use first, and money that comes back takes back the latest, as in `readCredit`: without the
 * payments, the rest of the old use is the highest point of the balance since then.
 */
export async function listUnpaidParts(db: Db, parts: readonly PartOfDebt[]): Promise<Kopecks[]> {
  if (parts.length === 0) return [];
  const found = await rows(
    db,
    sql<{ sum: number }>`
      select greatest(0, -(greatest(coalesce(start.balance, 0), coalesce(since.top, start.balance, 0))
        + coalesce(since.paid, 0)))::bigint as sum
      from unnest(${parts.map(({ companyId }) => companyId)}::bigint[],
        ${parts.map(({ takenBefore }) => takenBefore)}::timestamptz[], ${parts.map(({ at }) => at)}::timestamptz[])
        with ordinality as wanted (company_id, taken_before, at, place)
      left join ledger_account account on account.company_id = wanted.company_id and account.kind = 'unallocated'
      left join ledger_account bank on bank.company_id = wanted.company_id and bank.kind = 'bank'
      left join lateral (
        select entry.balance_before_kopecks + entry.amount_kopecks as balance
        from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
        where entry.account_id = account.id and transfer.posted_at < wanted.taken_before
        order by entry.transfer_id desc limit 1
      ) start on true
      left join lateral (
        select max(point.balance - point.paid) as top, sum(point.payment) as paid from (
          select entry.balance_before_kopecks + entry.amount_kopecks as balance, payment.sum as payment,
            sum(payment.sum) over (order by entry.transfer_id) as paid
          from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
          cross join lateral (
            select case when bank.id in (transfer.from_account_id, transfer.to_account_id)
              then entry.amount_kopecks else 0 end as sum
          ) payment
          where entry.account_id = account.id and transfer.posted_at >= wanted.taken_before
            and transfer.posted_at <= wanted.at
        ) point
      ) since on true
      order by wanted.place`,
  );
  return found.map(({ sum }) => kopecks(sum));
}

/** Returns the credit whose term is over, in kopecks. The sum can't change while the caller has the lock of the company's money. */
export async function findOverdueSum(db: Db, companyId: number, now: Date): Promise<Kopecks> {
  const company = await firstRow(
    db,
    sql<{ days: number }>`select credit_days_for_payment as days from company where id = ${companyId}`,
  );
  if (!company || company.days === 0) return kopecks(0);
  const takenBefore = startOfDay(addDays(moscowDay(now), -company.days));
  const [sum] = await listUnpaidParts(db, [{ companyId, takenBefore, at: now }]);
  return sum ?? kopecks(0);
}
