import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import { type Db, firstRow, rows } from '../../../db/database.ts';
import type { UnreadableRecord } from '../../../gateways/fuel-network/fuel-network.ts';
import { getFutureDueTime } from './dated-ahead.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { FUTURE_DATED, UNREADABLE, UNKNOWN_CARD } from './unmatched-sales.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** Lists the reported events that are neither booked nor unmatched. */
export async function listUnknownEvents(
  db: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select input.external_id from unnest(${args.externalIds}::text[]) as input (external_id)
    where not exists (select from operation
        where operation.partner_id = ${args.partnerId} and operation.external_id = input.external_id)
      and not exists (select from network_orphan orphan
        where orphan.partner_id = ${args.partnerId} and orphan.external_id = input.external_id)`.execute(db);
  return new Set(rows.map((row) => row.external_id));
}

/** Stores sales that wait for their day, until a day before their moment. Returns the ids of those that did not yet. */
export async function insertAhead(
  db: Db,
  args: { partnerId: number; events: readonly NetworkSaleEvent[]; now: Date },
): Promise<Set<string>> {
  const { events } = args;
  const { rows } = await sql<{ external_id: string }>`
    insert into network_orphan (partner_id, external_id, event, seen_at, reason, tries, next_try_at)
    select ${args.partnerId}, external_id, event, ${args.now}, ${FUTURE_DATED}, 0, due_at
    from unnest(${events.map((event) => event.externalId)}::text[], ${events.map((event) => JSON.stringify(event))}::jsonb[],
      ${events.map((event) => getFutureDueTime(event.soldAt))}::timestamptz[]) as kept (external_id, event, due_at)
    on conflict (partner_id, external_id) do update
      set reason = excluded.reason, next_try_at = excluded.next_try_at
      where network_orphan.reason <> excluded.reason
    returning external_id`.execute(db);
  return new Set(rows.map((row) => row.external_id));
}

/**
 * Stores events that cannot be booked now, for the programme's staff and for another attempt: a minute later, then
 * two, four, at most a day.
 */
export async function insertUnmatchedSales(
  db: Db,
  args: { partnerId: number; events: readonly NetworkSaleEvent[]; reason: string; now: Date },
): Promise<void> {
  await sql`
    insert into network_orphan (partner_id, external_id, event, seen_at, reason, tries, next_try_at)
    select ${args.partnerId}, external_id, event, ${args.now}, ${args.reason}, 1, ${args.now}::timestamptz + interval '1 minute'
    from unnest(${args.events.map((event) => event.externalId)}::text[],
      ${args.events.map((event) => JSON.stringify(event))}::jsonb[]) as kept (external_id, event)
    on conflict (partner_id, external_id) do update
      set reason = excluded.reason, tries = network_orphan.tries + 1,
        next_try_at = ${args.now}::timestamptz + least(interval '1 minute' * 2 ^ least(network_orphan.tries, 20), interval '1 day')`.execute(
    db,
  );
}

const TEXT_MAX_LENGTH = 4000;

/**
 * Stores unreadable records until their event is booked after all. Their keys have a prefix: should the network
 * correct the event, it must not count as known. Returns the keys of the new ones.
 */
export async function insertUnreadable(
  db: Db,
  args: { partnerId: number; records: readonly UnreadableRecord[]; now: Date },
): Promise<Set<string>> {
  const { records } = args;
  // The record is stored as text inside JSON, so that a broken character in it cannot break the row.
  const texts = records.map(({ text }) =>
    JSON.stringify({ illegible: text.slice(0, TEXT_MAX_LENGTH).toWellFormed() }),
  );
  const { rows } = await sql<{ external_id: string }>`
    insert into network_orphan (partner_id, external_id, event, seen_at, reason)
    select ${args.partnerId}, ${UNREADABLE} || key, event, ${args.now}, ${UNREADABLE} || ' ' || problem
    from unnest(${records.map((record) => record.key)}::text[], ${texts}::jsonb[],
      ${records.map((record) => record.problem)}::text[]) as kept (key, event, problem)
    on conflict (partner_id, external_id) do nothing
    returning external_id`.execute(db);
  return new Set(rows.map((row) => row.external_id.slice(UNREADABLE.length)));
}

/**
 * Lists open unmatched sales that are due for another attempt. Those of an unknown card are included only if the card
 * is known now.
 */
export async function listDueUnmatchedSales(
  db: Db,
  args: { partnerId: number; now: Date; limit: number },
): Promise<NetworkSaleEvent[]> {
  const { rows } = await sql<{ event: Omit<NetworkSaleEvent, 'soldAt'> & { soldAt: string } }>`
    select event from network_orphan orphan
    where partner_id = ${args.partnerId} and booked_at is null and closed_at is null
      and case when reason = ${UNKNOWN_CARD} then exists (
          select from card where card.partner_id = orphan.partner_id and card.card_number = orphan.event ->> 'cardNumber')
        else next_try_at <= ${args.now} end
    order by id limit ${args.limit}`.execute(db);
  return rows.map(({ event }) => ({
    ...event,
    unitPriceKopecks: kopecks(event.unitPriceKopecks),
    sumKopecks: kopecks(event.sumKopecks),
    soldAt: new Date(event.soldAt),
  }));
}

/** Marks unmatched sales as booked. */
export async function markUnmatchedSalesBooked(
  db: Db,
  args: { partnerId: number; externalIds: readonly string[]; now: Date },
): Promise<void> {
  const names = args.externalIds.flatMap((id) => [id, UNREADABLE + id]);
  await sql`
    update network_orphan set booked_at = ${args.now}
    where partner_id = ${args.partnerId} and external_id = any(${names}::text[]) and booked_at is null`.execute(
    db,
  );
}

/** Each network has a feed, read from its beginning at first. */
export async function insertMissingFeeds(db: Db): Promise<void> {
  await sql`
    insert into network_feed (partner_id) select id from partner on conflict do nothing`.execute(db);
}

/** Never moves back. */
export async function moveFeed(db: Db, partnerId: number, sequence: number): Promise<void> {
  await sql`
    insert into network_feed (partner_id, sequence) values (${partnerId}, ${sequence})
    on conflict (partner_id) do update set sequence = greatest(network_feed.sequence, excluded.sequence)`.execute(
    db,
  );
}

/** Records that a feed was read to its end by a reading that began at `readAt`. */
export async function recordFeedRead(db: Db, partnerId: number, readAt: Date): Promise<void> {
  await sql`
    insert into network_feed (partner_id, sequence, read_at) values (${partnerId}, 0, ${readAt}::timestamptz)
    on conflict (partner_id) do update set read_at = greatest(network_feed.read_at, excluded.read_at)`.execute(
    db,
  );
}

/** Returns how far a network's feed has been read. */
export async function readFeed(db: Db, partnerId: number): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ sequence: number }>`select sequence from network_feed where partner_id = ${partnerId}`,
  );
  return row?.sequence ?? 0;
}

/**
 * Returns when the last complete reading of each feed began. Networks that were never read to their end are missing.
 */
export async function listReadings(db: Db): Promise<Map<PartnerId, Date>> {
  const { rows } = await sql<{ partner_id: PartnerId; read_at: Date }>`
    select partner_id, read_at from network_feed where read_at is not null`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.read_at]));
}

/** Lists the weeks that were read again in a night. */
export async function listReadWeeks(
  db: Db,
  args: { partnerId: number; night: string },
): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ week: number }>`
      select week from late_reading where partner_id = ${args.partnerId} and night = ${args.night}::date`,
  );
  return new Set(found.map((row) => row.week));
}

export async function markWeekRead(
  db: Db,
  args: { partnerId: number; night: string; week: number; now: Date },
): Promise<void> {
  await sql`
    insert into late_reading (partner_id, night, week, read_at)
    values (${args.partnerId}, ${args.night}::date, ${args.week}, ${args.now}) on conflict do nothing`.execute(
    db,
  );
}

/** Deletes the records of nightly readings before a moment, and returns how many. */
export function deleteOldLateReadings(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'late_reading', sql`read_at < ${before}`);
}

/**
 * Has the feed of each network that lists its sales by date read again, by a job of its own. An unfinished reading of
 * an earlier night is replaced. A feed by sequence needs no second reading: there a late sale comes last.
 */
export async function startLateReading(ctx: Context): Promise<void> {
  const night = moscowDay(ctx.clock.now());
  for (const partnerId of ctx.networkIds()) {
    if (!ctx.getNetwork(partnerId).feedByDate) continue;
    const key = `late-sales:${partnerId}`;
    await enqueueJob(ctx.db.system, 'read-late-sales', { partnerId, night }, { key });
  }
}
