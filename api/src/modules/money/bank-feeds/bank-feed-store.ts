import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { BankFeed, FeedLine } from './bank-feed.ts';

interface FeedRow {
  account: string;
  provider: string;
  next_at: Date;
  read_at: Date | null;
  whole_at: Date | null;
  lines: number;
  lines_at: Date | null;
  problem: string | null;
  problem_since: Date | null;
}

const COLUMNS = sql`account, provider, next_at, read_at, whole_at, lines, lines_at, problem, problem_since`;

export async function listFeeds(db: Db, accounts: readonly string[]): Promise<BankFeed[]> {
  const found = await rows(
    db,
    sql<FeedRow>`select ${COLUMNS} from bank_feed where account = any(${accounts}::text[]) order by account`,
  );
  return found.map(toRecord);
}

export async function findFeed(db: Db, account: string): Promise<BankFeed | null> {
  const row = await firstRow(db, sql<FeedRow>`select ${COLUMNS} from bank_feed where account = ${account}`);
  return row && toRecord(row);
}

/** Takes those of the accounts that are due. Each is postponed to its next time, so that only one process takes it. */
export async function takeDueFeeds(
  tx: Db,
  args: { accounts: readonly string[]; provider: string; now: Date; next: Date },
): Promise<string[]> {
  const { accounts, provider, now, next } = args;
  const taken = await rows(
    tx,
    sql<{ account: string }>`
      insert into bank_feed (account, provider, next_at)
      select account, ${provider}, ${next} from unnest(${accounts}::text[]) as input (account)
      on conflict (account) do update set next_at = excluded.next_at, provider = excluded.provider
        where bank_feed.next_at <= ${now}
      returning account`,
  );
  return taken.map(({ account }) => account);
}

/** Returns whether any account is due, without taking it. Called again and again. */
export async function hasDueFeed(db: Db, accounts: readonly string[], now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`
      select from unnest(${accounts}::text[]) as input (account)
      where not exists (select from bank_feed feed where feed.account = input.account and feed.next_at > ${now}) limit 1`,
  );
  return row !== null;
}

export async function findKnownLines(
  db: Db,
  account: string,
  lines: readonly FeedLine[],
): Promise<Set<string>> {
  const found = await rows(
    db,
    sql<{ key: string }>`
      select encode(line_key, 'hex') as key from bank_feed_line
      where account = ${account} and line_key = any(${lines.map(({ key }) => key)}::bytea[])`,
  );
  return new Set(found.map(({ key }) => key));
}

export async function insertFeedLines(
  tx: Db,
  args: { account: string; statementId: number; lines: readonly FeedLine[] },
): Promise<void> {
  const { account, statementId, lines } = args;
  await sql`
    insert into bank_feed_line (account, line_key, operation_id, statement_id)
    select ${account}, input.key, input.operation_id, ${statementId}::bigint
    from unnest(${lines.map(({ key }) => key)}::bytea[],
      ${lines.map(({ movement }) => movement.operationId)}::text[]) as input (key, operation_id)
    on conflict do nothing`.execute(tx);
}

export async function recordRead(
  tx: Db,
  args: { account: string; lines: number; isWhole: boolean; now: Date },
): Promise<void> {
  const { account, lines, isWhole, now } = args;
  await sql`
    update bank_feed set read_at = ${now}, whole_at = case when ${isWhole} then ${now}::timestamptz else whole_at end,
      problem = null, problem_since = null,
      lines = case when ${lines}::int > 0 then ${lines}::int else lines end,
      lines_at = case when ${lines}::int > 0 then ${now}::timestamptz else lines_at end
    where account = ${account}`.execute(tx);
}

export async function recordProblem(
  tx: Db,
  args: { account: string; problem: string; now: Date },
): Promise<void> {
  const { account, problem, now } = args;
  await sql`
    update bank_feed set problem = ${problem},
      problem_since = case when problem = ${problem} then problem_since else ${now}::timestamptz end
    where account = ${account}`.execute(tx);
}

function toRecord(row: FeedRow): BankFeed {
  return {
    account: row.account,
    provider: row.provider,
    nextAt: row.next_at,
    readAt: row.read_at,
    wholeAt: row.whole_at,
    lines: row.lines,
    linesAt: row.lines_at,
    problem: row.problem,
    problemSince: row.problem_since,
  };
}
