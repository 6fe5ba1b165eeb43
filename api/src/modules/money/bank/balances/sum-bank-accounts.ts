import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { toEndOfDay } from '../../ledger/sum-accounts.ts';
import { listBalances, type StoredBalance } from '../bank-file-store.ts';

/** One of our bank accounts at the end of a day, on both sides. */
export interface BankSide {
  account: string;
  /** First opening balance that the bank has stated, and all our documents since. */
  balance: Kopecks;
  /** Closing balance of the bank's newest statement up to that day, and the last day of that statement. */
  byBank: { balance: Kopecks; day: string } | null;
}

/**
 * Returns our bank accounts at the end of a day: those of `accounts`, and any other that has statements or documents.
 * The documents count by the bank's own days, as in `listDayTotals`.
 */
export async function sumBankAccounts(
  db: Db,
  { accounts, day }: { accounts: readonly string[]; day: string },
): Promise<BankSide[]> {
  const byAccount = Map.groupBy(await listBalances(db), ({ account }) => account);
  const sums = await sumDocuments(db, { firsts: [...byAccount.values()].map(takeFirst), day });
  const known = new Set([...accounts, ...byAccount.keys(), ...sums.keys()]);
  return [...known].sort().map((account) => {
    const balances = byAccount.get(account) ?? [];
    const opening = balances[0] && balances[0].from <= day ? balances[0].opening : 0;
    return {
      account,
      balance: kopecks(opening + (sums.get(account) ?? 0)),
      byBank: findClosing(balances, day),
    };
  });
}

function takeFirst(balances: readonly StoredBalance[]): Pick<StoredBalance, 'account' | 'from'> {
  const [first] = balances;
  return { account: first?.account ?? '', from: first?.from ?? '' };
}

function findClosing(balances: readonly StoredBalance[], day: string): BankSide['byBank'] {
  const ended = balances.filter(({ to }) => to <= day);
  if (ended.length === 0) return null;
  const newest = ended.reduce((latest, balance) => (balance.to >= latest.to ? balance : latest));
  return { balance: kopecks(newest.closing), day: newest.to };
}

/** Sums what came and went by documents from the first stated day of each account on. */
async function sumDocuments(
  db: Db,
  { firsts, day }: { firsts: readonly Pick<StoredBalance, 'account' | 'from'>[]; day: string },
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ account: string; kopecks: number }>`
      select known.account, sum(known.kopecks)::bigint as kopecks
      from (
        select own_account as account, credited_on as day, sum_kopecks as kopecks from bank_payment
        where own_account is not null and (state <> 'duplicate' or same_as_id is not null)
        union all
        select account, day, case when incoming then sum_kopecks else -sum_kopecks end from statement_line
      ) known
      left join unnest(${firsts.map(({ account }) => account)}::text[], ${firsts.map(({ from }) => from)}::date[])
        as first (account, day) on first.account = known.account
      where known.day <= ${day}::date and known.day >= coalesce(first.day, '-infinity')
      group by known.account`,
  );
  return new Map(found.map((row) => [row.account, row.kopecks]));
}

/**
 * Sums the incoming payments that were known at the end of a day and on no client's account then: those that wait for
 * a person now, were assigned later, were taken back at that time, or given back by a network later. What was found to be in the books twice counts
 * as never received.
 */
export async function sumUnplaced(db: Db, day: string): Promise<Kopecks> {
  const end = toEndOfDay(day);
  const { sum } = await getOnlyRow(
    db,
    sql<{ sum: number }>`
      select coalesce(sum(payment.sum_kopecks - placed.kopecks - given_back.kopecks), 0)::bigint as sum
      from bank_payment payment
      cross join lateral (
        select coalesce(sum(case kind when 'invoice-paid' then amount_kopecks else -amount_kopecks end), 0) as kopecks
        from ledger_transfer
        where subject_kind = 'bank-payment' and subject_id = payment.id and posted_at < ${end}
      ) placed
      cross join lateral (
        select coalesce(sum(sum_kopecks), 0) as kopecks from network_refund
        where payment_id = payment.id and booked_at < ${end}
      ) given_back
      where payment.created_at < ${end} and payment.state <> 'duplicate' and payment.id in (
        select id from bank_payment where state in ('review', 'refund')
        union select id from bank_payment where state = 'assigned' and assigned_at >= ${end}
        union select payment_id from payment_correction
        union select payment_id from network_refund
      )`,
  );
  return kopecks(sum);
}
