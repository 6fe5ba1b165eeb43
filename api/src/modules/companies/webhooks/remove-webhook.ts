import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { deleteWebhook } from './webhook-store.ts';

/** Sends nothing more to an address; null where the company has no such. */
export function removeWebhook(ctx: Context, scope: CompanyScope, id: number): Promise<string | null> {
  return ctx.db.inCompany(scope, (tx) => deleteWebhook(tx, scope, id));
}
