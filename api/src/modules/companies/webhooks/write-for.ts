import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';

/** Whose webhook is written. */
export interface WebhookOwner {
  scope: CompanyScope;
  /** The company in whose audit log it stands, where that is another one: an admin's, of the sandbox that it made. */
  logOf?: number;
}

/** Writes behind the wall of the company; for another one's log as the program, which no wall of one company lets pass. */
export function writeFor<Result>(
  ctx: Context,
  { scope, logOf: logCompanyId }: WebhookOwner,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return logCompanyId === undefined ? ctx.db.inCompany(scope, work) : ctx.db.inSystem(work);
}
