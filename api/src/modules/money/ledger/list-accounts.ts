import { sql } from 'kysely';
import { columnsOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { LockedAccount } from './account.ts';
import { accountsOf, type AccountRow } from './ledger-store.ts';

/** Accounts under the lock of their companies. */
export async function listAccounts(tx: Db, ids: readonly number[]): Promise<Map<number, LockedAccount>> {
  const listed = await columnsOf<AccountRow>(
    tx,
    ['id', 'company_id', 'balance_kopecks', 'floor_kopecks'],
    sql`
      select id, company_id, balance_kopecks, floor_kopecks from ledger_account
      where id = any(${bigints([...new Set(ids)])}::bigint[])`,
  );
  return accountsOf(listed);
}
