import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import { inOrder } from './ledger-store.ts';

/**
 * As `lockMoney`, but leaves out the companies whose money is not free within `patienceMs`, and shows the transaction the
 * rows of the others only where it is a batch's (`magistral_posting`). Returns the others.
 */
export async function lockFreeMoney(
  tx: Db,
  companyIds: readonly number[],
  patienceMs: number,
): Promise<Set<number>> {
  const { locked } = await onlyRow(
    tx,
    sql<{ locked: number[] }>`
      select lock_free_money(${bigints(inOrder(companyIds))}::bigint[], ${patienceMs}::int) as locked`,
  );
  return new Set(locked);
}
