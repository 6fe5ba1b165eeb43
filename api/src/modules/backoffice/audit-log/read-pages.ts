import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { AuditFilter, LoggedEvent } from './audit-filter.ts';
import { listEvents, listFirstOfRequests } from './audit-store.ts';
import { readAsReader } from './list-events.ts';

const BATCH_SIZE = 1000;

export interface FiledEvent extends LoggedEvent {
  /** The first line of the same request, unless this is it. */
  parentId: number | null;
}

/** The newest lines of the log, a page at a time, up to `max`. */
export async function* readPages(
  ctx: Context,
  scope: CompanyScope | null,
  filter: AuditFilter,
  max: number,
): AsyncGenerator<FiledEvent[], undefined> {
  let beforeId: number | undefined;
  for (let left = max; left > 0; left -= BATCH_SIZE) {
    const limit = Math.min(BATCH_SIZE, left);
    const after = beforeId;
    const page = await readAsReader(ctx, scope, async (db) => {
      const events = await listEvents(db, { scope, filter, limit, beforeId: after });
      const requestIds = events.flatMap(({ requestId }) => requestId ?? []);
      const firsts = await listFirstOfRequests(db, scope, requestIds);
      return events.map((event): FiledEvent => {
        const first = firsts.get(event.requestId ?? '') ?? event.id;
        return { ...event, parentId: first === event.id ? null : first };
      });
    });
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    beforeId = page.at(-1)?.id;
  }
}
