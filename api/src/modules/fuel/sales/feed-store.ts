import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import type { IllegibleRecord } from '../../../gateways/fuel-network/fuel-network.ts';
import { dueAheadAt } from './dated-ahead.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { DATED_AHEAD, ILLEGIBLE, UNKNOWN_CARD } from './orphan-reason.ts';

/** The reported events that are neither booked nor waiting as orphans. */
export async function listUnknownEvents(
  db: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select said.external_id from unnest(${args.externalIds}::text[]) as said (external_id)
    where not exists (select from operation
        where operation.partner_id = ${args.partnerId} and operation.external_id = said.external_id)
      and not exists (select from network_orphan orphan
        where orphan.partner_id = ${args.partnerId} and orphan.external_id = said.external_id)`.execute(db);
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
    select ${args.partnerId}, external_id, event, ${args.now}, ${DATED_AHEAD}, 0, due_at
    from unnest(${events.map((one) => one.externalId)}::text[], ${events.map((one) => JSON.stringify(one))}::jsonb[],
      ${events.map((one) => dueAheadAt(one.soldAt))}::timestamptz[]) as kept (external_id, event, due_at)
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
export async function insertOrphan(
  db: Db,
  args: { partnerId: number; events: readonly NetworkSaleEvent[]; reason: string; now: Date },
): Promise<void> {
  await sql`
    insert into network_orphan (partner_id, external_id, event, seen_at, reason, tries, next_try_at)
    select ${args.partnerId}, external_id, event, ${args.now}, ${args.reason}, 1, ${args.now}::timestamptz + interval '1 minute'
    from unnest(${args.events.map((one) => one.externalId)}::text[],
      ${args.events.map((one) => JSON.stringify(one))}::jsonb[]) as kept (external_id, event)
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
export async function insertIllegible(
  db: Db,
  args: { partnerId: number; records: readonly IllegibleRecord[]; now: Date },
): Promise<Set<string>> {
  const { records } = args;
  // The record is stored as text inside JSON, so that a broken character in it cannot break the row.
  const texts = records.map(({ text }) =>
    JSON.stringify({ illegible: text.slice(0, TEXT_MAX_LENGTH).toWellFormed() }),
  );
  const { rows } = await sql<{ external_id: string }>`
    insert into network_orphan (partner_id, external_id, event, seen_at, reason)
    select ${args.partnerId}, ${ILLEGIBLE} || key, event, ${args.now}, ${ILLEGIBLE} || ' ' || problem
    from unnest(${records.map((one) => one.key)}::text[], ${texts}::jsonb[],
      ${records.map((one) => one.problem)}::text[]) as kept (key, event, problem)
    on conflict (partner_id, external_id) do nothing
    returning external_id`.execute(db);
  return new Set(rows.map((row) => row.external_id.slice(ILLEGIBLE.length)));
}

/** Open orphans that are due for another attempt; those of an unknown card only if the card is known now. */
export async function listDueOrphans(
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

/** Marks orphans as booked. */
export async function markOrphansBooked(
  db: Db,
  args: { partnerId: number; externalIds: readonly string[]; now: Date },
): Promise<void> {
  const names = args.externalIds.flatMap((id) => [id, ILLEGIBLE + id]);
  await sql`
    update network_orphan set booked_at = ${args.now}
    where partner_id = ${args.partnerId} and external_id = any(${names}::text[]) and booked_at is null`.execute(
    db,
  );
}
