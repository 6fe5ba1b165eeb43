import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { hasPartnerAccount } from '../ledger/account.ts';
import type { PartnerSum } from './partner-sums.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findBalances } from '../posting/find-balances.ts';
import type { Balances } from '../posting/balances.ts';

/**
 * True for a company of the programme, which then cannot leave it before the transaction ends. Like a foreign key, it
 * holds up nothing but the leaving.
 */
export async function lockClient(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from company where id = ${companyId} and client_since is not null for key share`,
  );
  return row !== null;
}

/**
 * Refuses networks that staff have added and of which the company has no card yet. The accounts with the first four
 * always exist and are not queried: movements of one moment are posted together, and a needless query would delay them.
 */
export async function assertHasAccounts(
  ctx: Context,
  companyId: number,
  sums: readonly PartnerSum[],
): Promise<void> {
  for (const { partnerId } of sums)
    if (!(await hasPartnerAccount(ctx.db.system, companyId, partnerId)))
      throw fieldRefusal('accounts', 'Счёт этой сети откроется вместе с её первыми картами');
}

/** The balances of the caller's own company. */
export function readClient(ctx: Context, scope: CompanyScope): Promise<Balances> {
  return ctx.db.inCompany(scope, (tx) => findBalances(tx, scope));
}
