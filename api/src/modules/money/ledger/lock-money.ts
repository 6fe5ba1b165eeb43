import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import { inOrder } from './ledger-store.ts';

/** How long a transaction waits for a company's money. */
const PATIENCE_MS = 10_000;

/**
 * Waits until nobody else moves money of these companies, and keeps everybody else waiting until the transaction ends
 * (docs/money.md). Accounts are read after it, by statements of their own. Throws (`lock_not_available`) where somebody
 * keeps a company's money for longer than `patienceMs`.
 */
export async function lockMoney(
  tx: Db,
  companyIds: readonly number[],
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(tx);
  await sql`
    select count(pg_advisory_xact_lock(hashtext('company-money'), company_id::int))
    from unnest(${bigints(inOrder(companyIds))}::bigint[]) as company_id`.execute(tx);
}
