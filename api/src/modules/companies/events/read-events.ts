import type { EventType } from '#contract/companies/events.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { Refusal } from '../../../errors.ts';
import {
  START_PLACE,
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
 * Returns a company's changes since a cursor, oldest first. Every committed event is returned once, also if its
 * transaction ended late. An open transaction delays all events that started after it. 410 when the next event is no
 * longer stored.
 */
export async function readEvents(
  ctx: Context,
  scope: CompanyScope,
  args: { after?: string | undefined; types?: readonly EventType[] | undefined; limit: number },
): Promise<EventsPage> {
  const after = args.after === undefined ? START_PLACE : readCursor(args.after);
  const horizon = await ctx.db.prepared(readHorizon);
  const types = args.types?.length ? args.types : null;
  const page = writtenEvents(args.limit);
  const select = selectEvents(scope, { after, horizon, types, limit: args.limit + 1 });
  const written = await copyOut(ctx.db, scope, select, page);
  // Checked after the page is read, because events deleted during the read are missing from it.
  if (args.after !== undefined && isBefore(after, await ctx.db.prepared(readDeletedThrough))) throw tooOld();
  const last = page.found() > args.limit ? page.last() : null;
  return {
    // Without the comma after the last event.
    events: written.subarray(0, -1),
    next: writeCursor(last ?? getEndCursor(horizon, after)),
    more: last !== null,
  };
}

/** The request has checked everything before the horizon, whatever it filters. A cursor of the future stays where it is. */
function getEndCursor({ generation, xid }: EventHorizon, after: EventPlace): EventPlace {
  const end = { generation, xid, id: 0 };
  return isBefore(after, end) ? end : after;
}

function tooOld(): Refusal {
  return new Refusal(410, 'events-gone', 'События после этой отметки уже не хранятся. Начните без неё');
}
