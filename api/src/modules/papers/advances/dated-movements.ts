import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { addDays, startOfDay } from '../../../lib/days.ts';
import { BANK_AT, BANK_DOCUMENTS } from './bank-time.ts';

/** Days, both included, and what of a client's books was counted before them. */
interface CountedDays {
  companyId: number;
  from: string;
  till: string;
  /** No transfer up to this one was posted since `from`; 0: unknown. */
  postedBefore: number;
  /** Movements up to this transfer that are dated before `from` are counted already; null: all of them are. */
  countedUpto: number | null;
}

const dated = ({ companyId, postedBefore }: CountedDays) => sql`
  select entry.transfer_id, entry.amount_kopecks, account.kind, transfer.posted_at, payment.number, payment.dated_on,
    least(operation.sold_at, charge.served_at, ${BANK_AT}) as dated_at
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id and entry.company_id = account.company_id
  join ledger_transfer transfer on transfer.id = entry.transfer_id and transfer.company_id = account.company_id
  left join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
  left join service_charge charge on transfer.subject_kind = 'service-charge' and charge.id = transfer.subject_id
  ${BANK_DOCUMENTS}
  where account.company_id = ${companyId} and account.kind in ('bank', 'network', 'programme')
    and entry.transfer_id > ${postedBefore}`;

/** Condition of movements that these days count: their own, and earlier ones that became known since. */
const counted = ({ from, till, countedUpto }: CountedDays) => sql`
  movement.dated_at < ${startOfDay(addDays(till, 1))}
  and (movement.dated_at >= ${startOfDay(from)} or coalesce(movement.transfer_id > ${countedUpto}::bigint, false))`;

interface MovedSums {
  received: Kopecks;
  returned: Kopecks;
  /** Sold, less what was taken back; the programme's fees and corrections are in it. */
  shipped: Kopecks;
  /** The newest transfer that was posted before the end of these days, and the newest of all. */
  postedBefore: number;
  countedUpto: number;
}

/** Adds up what moved on a client's accounts in some days. The caller has locked the money. */
export async function sumMovements(tx: Db, days: CountedDays): Promise<MovedSums> {
  const end = startOfDay(addDays(days.till, 1));
  const row = await getOnlyRow(
    tx,
    sql<Record<'received' | 'returned' | 'shipped', number> & Record<'posted' | 'newest', number | null>>`
      select
        coalesce(-sum(amount_kopecks) filter (where is_counted and kind = 'bank' and amount_kopecks < 0), 0)::bigint as received,
        coalesce(sum(amount_kopecks) filter (where is_counted and kind = 'bank' and amount_kopecks > 0), 0)::bigint as returned,
        coalesce(sum(amount_kopecks) filter (where is_counted and kind <> 'bank'), 0)::bigint as shipped,
        max(transfer_id) filter (where posted_at < ${end}) as posted, max(transfer_id) as newest
      from (select movement.*, ${counted(days)} as is_counted from (${dated(days)}) movement) movement`,
  );
  return {
    received: kopecks(row.received),
    returned: kopecks(row.returned),
    shipped: kopecks(row.shipped),
    postedBefore: Math.max(days.postedBefore, row.posted ?? 0),
    countedUpto: Math.max(days.countedUpto ?? 0, row.newest ?? 0),
  };
}

/** Returns a client's balance before a day: positive is money that it has paid and not used. */
export async function findBalanceBefore(tx: Db, companyId: number, day: string): Promise<Kopecks> {
  const days = { companyId, from: day, till: day, postedBefore: 0, countedUpto: null };
  const row = await getOnlyRow(
    tx,
    sql<{ kopecks: number }>`
      select coalesce(-sum(amount_kopecks), 0)::bigint as kopecks
      from (${dated(days)}) movement where dated_at < ${startOfDay(day)}`,
  );
  return kopecks(row.kopecks);
}

export interface Receipt {
  /** Null if it has no payment order that a document could name. */
  number: string | null;
  dateIso: string | null;
  sum: Kopecks;
}

/** Lists the payments that these days count, newest first. */
export async function listReceipts(tx: Db, days: CountedDays): Promise<Receipt[]> {
  const found = await rows(
    tx,
    sql<{ number: string | null; dated_on: string | null; kopecks: number }>`
      select number, dated_on, -amount_kopecks as kopecks from (${dated(days)}) movement
      where ${counted(days)} and kind = 'bank' and amount_kopecks < 0
      order by dated_at desc, transfer_id desc`,
  );
  return found.map(({ number, dated_on, kopecks: sum }) => ({
    number,
    dateIso: dated_on,
    sum: kopecks(sum),
  }));
}
