import { sql } from 'kysely';
import { type Db, getOnlyRow } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import { sortIds } from './ledger.ts';

/** Maximum time that a transaction waits for a company's money. */
const TIMEOUT_MS = 10_000;

/**
 * Waits until no other transaction moves money of these companies, and blocks others until this one ends
 * (docs/money.md). Accounts are read after it, by statements of their own. Throws (`lock_not_available`) if a company's
 * money stays locked for longer than `timeoutMs`.
 */
export async function lockMoney(
  tx: Db,
  companyIds: readonly number[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  // A row comes from both sides of the join before a lock is taken, so the timeout is set by then.
  await sql`
    select count(pg_advisory_xact_lock(hashtext('company-money'), company_id::int))
    from (select set_config('lock_timeout', ${String(timeoutMs)}, true) as value offset 0) as timeout,
      unnest(${encodeBigints(sortIds(companyIds))}::bigint[]) as company_id
    where timeout.value is not null`.execute(tx);
}

/**
 * Locks like `lockMoney`, but leaves out the companies whose money is not free within `timeoutMs`. A batch's
 * transaction (`magistral_posting`) then sees only the rows of the locked companies. Returns the locked companies.
 */
export async function lockFreeMoney(
  tx: Db,
  companyIds: readonly number[],
  timeoutMs: number,
): Promise<Set<number>> {
  const { locked } = await getOnlyRow(
    tx,
    sql<{ locked: number[] }>`
      select lock_free_money(${encodeBigints(sortIds(companyIds))}::bigint[], ${timeoutMs}::int) as locked`,
  );
  return new Set(locked);
}
