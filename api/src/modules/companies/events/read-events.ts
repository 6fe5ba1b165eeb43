import type { EventType } from '#contract/events.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { BEFORE_ALL, isBefore, readCursor, writeCursor, type EventPlace } from './event-cursor.ts';
import { findEvents, type EventRow } from './event-store.ts';
import { readHorizon, type EventHorizon } from './read-horizon.ts';

export interface EventsPage {
  events: EventRow[];
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
  const { horizon, found } = await ctx.db.inCompany(scope, async (tx) => {
    const horizon = await readHorizon(tx);
    const types = asked.types?.length ? asked.types : null;
    return { horizon, found: await findEvents(tx, scope, { after, horizon, types, limit: asked.limit + 1 }) };
  });
  if (asked.after !== undefined && isBefore(after, deletedThrough(horizon))) throw tooOld();
  const events = found.slice(0, asked.limit);
  const more = found.length > events.length;
  return { events, next: writeCursor(more ? lastOf(events) : endOf(horizon, after)), more };
}

function lastOf(events: readonly EventRow[]): EventPlace {
  return events.at(-1) ?? BEFORE_ALL;
}

/** All before the horizon has been looked at, whatever was asked for. A cursor of the future goes nowhere. */
function endOf({ generation, xid }: EventHorizon, after: EventPlace): EventPlace {
  const end = { generation, xid, id: 0 };
  return isBefore(after, end) ? end : after;
}

function deletedThrough(horizon: EventHorizon): EventPlace {
  return { generation: horizon.deleted_generation, xid: horizon.deleted_xid, id: horizon.deleted_id };
}

function tooOld(): Refusal {
  return new Refusal(410, 'events-gone', 'События после этой отметки уже не хранятся. Начните без неё');
}
