import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { BankBalance, OtherLine } from './file/bank-file.ts';

export async function insertBankFile(
  db: Db,
  file: { sha256: string; name: string; loadedBy: number | null; source: string | null; now: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    db,
    sql<{ id: number }>`
      insert into bank_statement (file_sha256, name, loaded_by, source, loaded_at)
      values (${file.sha256}, ${file.name}, ${file.loadedBy}::bigint, ${file.source}, ${file.now}) returning id`,
  );
  return id;
}

export async function updateCounts(
  db: Db,
  args: { fileId: number; counts: Record<string, number> },
): Promise<void> {
  await sql`
    update bank_statement set counts = ${JSON.stringify(args.counts)} where id = ${args.fileId}`.execute(db);
}

/**
 * Finds the oldest file that was stored before this moment and is not fully booked. Files of the bank's API are
 * excluded, because the API reports them again.
 */
export async function findUnfinishedFile(
  db: Db,
  loadedBefore: Date,
): Promise<{ id: number; name: string; sha256: string; staffId: number | null } | null> {
  return firstRow(
    db,
    sql<{ id: number; name: string; sha256: string; staffId: number | null }>`
      select id, name, file_sha256 as sha256, loaded_by as "staffId" from bank_statement
      where counts = '{}' and source is null and loaded_at < ${loadedBefore} order by id limit 1`,
  );
}

/** Sums the payments of a file that wait for the bank's confirmation. */
export async function sumUnconfirmed(db: Db, fileId: number): Promise<{ count: number; sum: Kopecks }> {
  const { count, sum } = await getOnlyRow(
    db,
    sql<{ count: number; sum: number }>`
      select count(*)::int as count, coalesce(sum(sum_kopecks), 0)::bigint as sum from bank_payment
      where statement_id = ${fileId} and unconfirmed`,
  );
  return { count, sum: kopecks(sum) };
}

/**
 * Stores movements of our accounts that are not incoming payments. Movements that another file has already brought stay
 * as they are.
 */
export async function insertLines(
  tx: Db,
  args: { fileId: number; lines: readonly OtherLine[] },
): Promise<void> {
  const { fileId, lines } = args;
  await sql`
    insert into statement_line (statement_id, account, day, incoming, number, dated_on, sum_kopecks, turn)
    select ${fileId}::bigint, said.*
    from unnest(
      ${lines.map((line) => line.account)}::text[], ${lines.map((line) => line.day)}::date[],
      ${lines.map((line) => line.incoming)}::boolean[], ${lines.map((line) => line.number)}::text[],
      ${lines.map((line) => line.datedOn)}::date[], ${lines.map((line) => line.sumKopecks)}::bigint[],
      ${lines.map((line) => line.turn)}::int[]
    ) as said
    on conflict do nothing`.execute(tx);
  await insertPayees(tx, lines);
}

/** Lines of an earlier file that had no payee get theirs. */
async function insertPayees(tx: Db, lines: readonly OtherLine[]): Promise<void> {
  const paid = lines.filter(({ payeeInn }) => payeeInn !== null);
  await sql`
    insert into statement_payee (line_id, inn)
    select line.id, paid.inn
    from unnest(
      ${paid.map((line) => line.account)}::text[], ${paid.map((line) => line.day)}::date[],
      ${paid.map((line) => line.number)}::text[], ${paid.map((line) => line.datedOn)}::date[],
      ${paid.map((line) => line.sumKopecks)}::bigint[], ${paid.map((line) => line.turn)}::int[],
      ${paid.map((line) => line.payeeInn)}::text[]
    ) as paid (account, day, number, dated_on, sum_kopecks, turn, inn)
    join statement_line line on line.account = paid.account and line.day = paid.day and not line.incoming
      and line.number = paid.number and line.dated_on = paid.dated_on and line.sum_kopecks = paid.sum_kopecks
      and line.turn = paid.turn
    on conflict do nothing`.execute(tx);
}

export async function insertBalances(
  tx: Db,
  args: { fileId: number; balances: readonly BankBalance[] },
): Promise<void> {
  const { fileId, balances } = args;
  await sql`
    insert into statement_balance (statement_id, account, day_from, day_to, opening_kopecks, credited_kopecks,
      debited_kopecks, closing_kopecks)
    select ${fileId}::bigint, said.*
    from unnest(
      ${balances.map((balance) => balance.account)}::text[], ${balances.map((balance) => balance.from)}::date[],
      ${balances.map((balance) => balance.to)}::date[], ${balances.map((balance) => balance.opening)}::bigint[],
      ${balances.map((balance) => balance.credited)}::bigint[], ${balances.map((balance) => balance.debited)}::bigint[],
      ${balances.map((balance) => balance.closing)}::bigint[]
    ) as said`.execute(tx);
}

/** A file's figures that are in force. */
export type StoredBalance = BankBalance & {
  id: number;
  file: { name: string; loadedAt: Date };
};

/** The bank's figures in force, oldest days first: those that no later file has stated again for all of their days. */
export async function listBalances(
  db: Db,
  filter: { accounts?: readonly string[] } = {},
): Promise<StoredBalance[]> {
  const accounts = filter.accounts ?? null;
  const found = await rows(
    db,
    sql<BalanceRow>`
      select balance.id, balance.account, balance.day_from, balance.day_to, balance.opening_kopecks,
        balance.credited_kopecks, balance.debited_kopecks, balance.closing_kopecks, statement.name, statement.loaded_at
      from statement_balance balance join bank_statement statement on statement.id = balance.statement_id
      where (${accounts}::text[] is null or balance.account = any(${accounts}::text[]))
        and not exists (select from statement_balance newer
          where newer.account = balance.account and newer.id > balance.id
            and newer.day_from <= balance.day_from and newer.day_to >= balance.day_to)
      order by balance.account, balance.day_from, balance.day_to, balance.id`,
  );
  return found.map((row) => ({
    id: row.id,
    account: row.account,
    from: row.day_from,
    to: row.day_to,
    opening: row.opening_kopecks,
    credited: row.credited_kopecks,
    debited: row.debited_kopecks,
    closing: row.closing_kopecks,
    file: { name: row.name, loadedAt: row.loaded_at },
  }));
}

interface BalanceRow {
  id: number;
  account: string;
  day_from: string;
  day_to: string;
  opening_kopecks: number;
  credited_kopecks: number | null;
  debited_kopecks: number | null;
  closing_kopecks: number;
  name: string;
  loaded_at: Date;
}

/** Totals of an account's day in our books, in kopecks. */
export interface DayTotals {
  account: string;
  day: string;
  /** Credited to clients, as the ledger has moved it. */
  toClients: number;
  /** Payments that wait for a person. */
  waiting: number;
  /** Transfers from other own accounts. */
  ownIncoming: number;
  debited: number;
}

/** Per account and day, all that came in and went out by documents, days without any left out. */
export async function listDayTotals(
  db: Db,
  filter: { accounts?: readonly string[]; from?: string; to?: string } = {},
): Promise<DayTotals[]> {
  const accounts = filter.accounts ?? null;
  const within = (account: string, day: string) => sql`
    (${accounts}::text[] is null or ${sql.ref(account)} = any(${accounts}::text[]))
    and (${filter.from ?? null}::date is null or ${sql.ref(day)} >= ${filter.from ?? null}::date)
    and (${filter.to ?? null}::date is null or ${sql.ref(day)} <= ${filter.to ?? null}::date)`;
  return rows(
    db,
    sql<DayTotals>`
      select account, day, sum(to_clients)::bigint as "toClients", sum(waiting)::bigint as waiting,
        sum(own_incoming)::bigint as "ownIncoming", sum(debited)::bigint as debited
      from (
        select payment.own_account as account, payment.credited_on as day, money.moved as to_clients,
          case when coalesce(fast.state, payment.state) in ('review', 'refund') then payment.sum_kopecks else 0 end as waiting,
          case when payment.state = 'network' then payment.sum_kopecks else 0 end as own_incoming, 0 as debited
        from bank_payment payment
        -- The document of a payment by СБП is where the bank counts it; the money was moved under the other row.
        left join bank_payment fast on fast.id = payment.same_as_id
        cross join lateral (
          select coalesce(sum(case kind when 'invoice-paid' then amount_kopecks else -amount_kopecks end), 0) as moved
          from ledger_transfer where subject_kind = 'bank-payment' and subject_id = coalesce(fast.id, payment.id)
        ) money
        where payment.own_account is not null and ${within('payment.own_account', 'payment.credited_on')}
        union all
        select line.account, line.day, 0, 0, case when incoming then sum_kopecks else 0 end,
          case when incoming then 0 else sum_kopecks end
        from statement_line line where ${within('line.account', 'line.day')}
      ) known
      group by account, day order by account, day`,
  );
}

/** Sums what came to an account in these days by documents that are not in the file with these keys. */
export async function sumOfOthers(
  db: Db,
  args: { account: string; from: string; to: string; keysWithoutInn: readonly string[] },
): Promise<number> {
  const { account, from, to, keysWithoutInn } = args;
  const { sum } = await getOnlyRow(
    db,
    sql<{ sum: number }>`
      select (
        select coalesce(sum(sum_kopecks), 0) from bank_payment
        where own_account = ${account} and credited_on between ${from}::date and ${to}::date and (state <> 'duplicate' or same_as_id is not null)
          and coalesce(key_without_inn, document_key) <> all(${keysWithoutInn}::text[])
      )::bigint + (
        select coalesce(sum(sum_kopecks), 0) from statement_line
        where account = ${account} and incoming and day between ${from}::date and ${to}::date
      )::bigint as sum`,
  );
  return sum;
}
