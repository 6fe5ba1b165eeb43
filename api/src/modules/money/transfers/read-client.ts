import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findBalances } from '../posting/find-balances.ts';
import type { Balances } from '../posting/balances.ts';

/** The balances of the caller's own company. */
export function readClient(ctx: Context, scope: CompanyScope): Promise<Balances> {
  return ctx.db.inCompany(scope, (tx) => findBalances(tx, scope));
}
