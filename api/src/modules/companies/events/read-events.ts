import type { EventType } from '#contract/events.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { Refusal } from '../../../errors.ts';
import {
  BEFORE_ALL,
  isBefore,
  readCursor,
  writeCursor,
  type EventPlace,
  selectEvents,
  readDeletedThrough,
  readHorizon,
  type EventHorizon,
  writtenEvents,
} from './events.ts';

/** A page as it goes over the wire: `events` is the list's items. */
export interface EventsPage {
  events: Buffer;
  next: string;
  more: boolean;
}

/**
 * What has changed for a company since a cursor, oldest first. Everything committed is told once, whenever its transaction
 * ended; what is still being written holds back whatever began after it. 410 when what would come next is no longer kept.
 */
export async function readEvents(
  ctx: Context,
  scope: CompanyScope,
  asked: { after?: string | undefined; types?: readonly EventType[] | undefined; limit: number },
): Promise<EventsPage> {
  const after = asked.after === undefined ? BEFORE_ALL : readCursor(asked.after);
  const horizon = await ctx.db.prepared(readHorizon);
  const types = asked.types?.length ? asked.types : null;
  const page = writtenEvents(asked.limit);
  const select = selectEvents(scope, { after, horizon, types, limit: asked.limit + 1 });
  const written = await copyOut(ctx.db, scope, select, page);
  // After the page: what is deleted while it is read is missing in it.
  if (asked.after !== undefined && isBefore(after, await ctx.db.prepared(readDeletedThrough))) throw tooOld();
  const last = page.found() > asked.limit ? page.last() : null;
  return {
    // Without the comma behind the last one.
    events: written.subarray(0, -1),
    next: writeCursor(last ?? getEndCursor(horizon, after)),
    more: last !== null,
  };
}

/** All before the horizon has been looked at, whatever was asked for. A cursor of the future goes nowhere. */
function getEndCursor({ generation, xid }: EventHorizon, after: EventPlace): EventPlace {
  const end = { generation, xid, id: 0 };
  return isBefore(after, end) ? end : after;
}

function tooOld(): Refusal {
  return new Refusal(410, 'events-gone', 'События после этой отметки уже не хранятся. Начните без неё');
}
