import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';

/** Owner of the webhook that is written. */
export interface WebhookOwner {
  scope: CompanyScope;
  /** The company in whose audit log it stands, where that is another one: an admin's, of the sandbox that it made. */
  logCompanyId?: number;
}

/**
 * Writes under the tenant isolation of the company. For another company's log it writes as the program, because the
 * isolation of one company does not allow it.
 */
export function writeFor<Result>(
  ctx: Context,
  { scope, logCompanyId }: WebhookOwner,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return logCompanyId === undefined ? ctx.db.inCompany(scope, work) : ctx.db.inSystem(work);
}
