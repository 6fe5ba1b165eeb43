import { AUDIT_LISTED, AUDIT_PARTS, AUDIT_PER_PAGE } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { AuditFilter, LoggedEvent } from './audit-filter.ts';
import { countEvents, listEvents as selectEvents, listOfRequests } from './audit-store.ts';

/** The first line of a request with the others; without folding, any line alone. */
export interface FoldedEvent {
  main: LoggedEvent;
  parts: LoggedEvent[];
  partsTotal: number;
}

export interface ListedEvents {
  events: FoldedEvent[];
  total: number;
  more: boolean;
}

/** A page of the log. Only this many lines are counted and paged through: the log is the largest table of all. */
export function listEvents(
  ctx: Context,
  scope: CompanyScope | null,
  { filter, page, folded }: { filter: AuditFilter; page: number; folded: boolean },
): Promise<ListedEvents> {
  return readAsReader(ctx, scope, async (db) => {
    const found = await countEvents(db, { scope, filter, folded, max: AUDIT_LISTED });
    const offset = (page - 1) * AUDIT_PER_PAGE;
    const events = await selectEvents(db, { scope, filter, offset, folded, limit: AUDIT_PER_PAGE });
    const total = Math.min(found, AUDIT_LISTED);
    return { events: await withParts(db, scope, folded, events), total, more: found > AUDIT_LISTED };
  });
}

/** Each found line becomes the first of its request: a part is shown inside what it belongs to. */
async function withParts(
  db: Db,
  scope: CompanyScope | null,
  folded: boolean,
  events: readonly LoggedEvent[],
): Promise<FoldedEvent[]> {
  const requestIds = folded ? events.flatMap(({ requestId }) => requestId ?? []) : [];
  const requests = await listOfRequests(db, { scope, requestIds, max: AUDIT_PARTS + 1 });
  return events.map((event) => {
    const { lines, total } = requests.get(event.requestId ?? '') ?? { lines: [event], total: 1 };
    const [main = event, ...parts] = lines;
    return { main, parts, partsTotal: total - 1 };
  });
}

/** Runs the query within a company's isolation if the reader is its admin. */
export function readAsReader<Result>(
  ctx: Context,
  scope: CompanyScope | null,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  return scope ? ctx.db.inCompany(scope, read) : read(ctx.db.system);
}
