import { AUDIT_LISTED, AUDIT_PER_PAGE } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { AuditFilter, LoggedEvent } from './audit-filter.ts';
import { countEvents, listEvents as selectEvents } from './audit-store.ts';

export interface ListedEvents {
  events: LoggedEvent[];
  total: number;
  more: boolean;
}

/** A page of the log. Only so many lines are counted and paged through: the log is the largest table of all. */
export function listEvents(
  ctx: Context,
  scope: CompanyScope | null,
  { filter, page }: { filter: AuditFilter; page: number },
): Promise<ListedEvents> {
  return asReader(ctx, scope, async (db) => {
    const found = await countEvents(db, { scope, filter, most: AUDIT_LISTED });
    const offset = (page - 1) * AUDIT_PER_PAGE;
    const events = await selectEvents(db, { scope, filter, offset, limit: AUDIT_PER_PAGE });
    return { events, total: Math.min(found, AUDIT_LISTED), more: found > AUDIT_LISTED };
  });
}

/** A company's admin reads behind the company's wall. */
export function asReader<Result>(
  ctx: Context,
  scope: CompanyScope | null,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  return scope ? ctx.db.inCompany(scope, read) : read(ctx.db.system);
}
