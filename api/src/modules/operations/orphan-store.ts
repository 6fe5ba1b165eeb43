import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, onlyRow, rows, type Db } from '../../db/database.ts';
import { DATED_AHEAD, ILLEGIBLE, UNKNOWN_CARD } from './feed-store.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { mattersOf, MOST_UNCLEAR, type UnclearMatter, type UnclearRow } from './unclear-matter.ts';

/** As the feed told it; moments have become text. */
export type KeptSale = Omit<NetworkSaleEvent, 'soldAt'> & { soldAt: string };

/** A sale that could not be booked. */
export interface UnbookedSale extends UnclearMatter {
  sale: KeptSale;
  /** Its card is unknown, its day has not come, or the books refuse it. */
  waitsFor: 'card' | 'day' | 'books';
}

/** A record that nobody can read, as the network wrote it. */
export interface IllegibleSale extends UnclearMatter {
  externalId: string;
  problem: string;
  text: string;
}

type OrphanRow = UnclearRow & { external_id: string; reason: string; event: unknown };

/** Sales that wait for their card, or that the books refuse. */
export async function listUnbookedSales(db: Db) {
  const found = await orphansWhere(db, sql`orphan.external_id not like ${`${ILLEGIBLE}%`}`);
  return mattersOf(found, ({ event, reason }) => ({
    sale: event as KeptSale,
    waitsFor: WAITS_FOR[reason] ?? ('books' as const),
  }));
}

const WAITS_FOR: Partial<Record<string, UnbookedSale['waitsFor']>> = {
  [UNKNOWN_CARD]: 'card',
  [DATED_AHEAD]: 'day',
};

export async function listIllegibleSales(db: Db) {
  const found = await orphansWhere(db, sql`orphan.external_id like ${`${ILLEGIBLE}%`}`);
  return mattersOf(found, ({ external_id, reason, event }) => ({
    externalId: external_id.slice(ILLEGIBLE.length),
    problem: reason.slice(ILLEGIBLE.length).trim(),
    text: (event as { illegible: string }).illegible,
  }));
}

/** The company is that of the card, if the card is known by now. */
function orphansWhere(db: Db, condition: ReturnType<typeof sql>): Promise<OrphanRow[]> {
  return rows(
    db,
    sql<OrphanRow>`
      select orphan.id, orphan.seen_at as since, orphan.tries as attempts, orphan.external_id, orphan.reason, orphan.event,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, orphan.event ->> 'cardNumber' as card_number, null as said, null as heard_at,
        count(*) over () as total
      from network_orphan orphan
      join partner on partner.id = orphan.partner_id
      left join card on card.partner_id = orphan.partner_id and card.card_number = orphan.event ->> 'cardNumber'
      left join company on company.id = card.company_id
      where orphan.booked_at is null and orphan.closed_at is null and ${condition}
      order by orphan.id desc limit ${MOST_UNCLEAR}`,
  );
}

/**
 * How many sales of before a moment are neither booked nor closed. An unreadable record has no day and always counts;
 * a day that is still to come when it is told is no day of a sale. Moments are compared as the text that they are kept
 * as: a day that no calendar has could not be read.
 */
export async function countUnbooked(db: Db, before: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from network_orphan
      where booked_at is null and closed_at is null
        and (coalesce(event ->> 'soldAt', '') collate "C" < ${before.toISOString()} or seen_at < ${before})`,
  );
  return count;
}

export interface Orphan {
  partnerId: PartnerId;
  externalId: string;
  isIllegible: boolean;
  reason: string;
  bookedAt: Date | null;
  closedAt: Date | null;
}

/** Call `takeTurn` before deciding by this: whoever books sales of its network holds the turn. */
export async function findOrphan(db: Db, id: number): Promise<Orphan | null> {
  const row = await firstRow(
    db,
    sql<{
      partner_id: PartnerId;
      external_id: string;
      reason: string;
      booked_at: Date | null;
      closed_at: Date | null;
    }>`
      select partner_id, external_id, reason, booked_at, closed_at from network_orphan where id = ${id}`,
  );
  return (
    row && {
      partnerId: row.partner_id,
      externalId: row.external_id,
      isIllegible: row.external_id.startsWith(ILLEGIBLE),
      reason: row.reason,
      bookedAt: row.booked_at,
      closedAt: row.closed_at,
    }
  );
}

export async function markOrphanClosed(
  tx: Db,
  args: { id: number; staffId: number; reason: string; now: Date },
): Promise<void> {
  await sql`
    update network_orphan set closed_at = ${args.now}, closed_by = ${args.staffId}, close_reason = ${args.reason}
    where id = ${args.id}`.execute(tx);
}

/** The next reading of the feed tries it again. */
export async function markOrphanDue(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update network_orphan set next_try_at = ${now}
    where id = ${id} and booked_at is null and closed_at is null`.execute(db);
}

/** Which of these events a person has closed. */
export async function listClosedEvents(
  tx: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<Set<string>> {
  const { rows: found } = await sql<{ external_id: string }>`
    select external_id from network_orphan
    where partner_id = ${args.partnerId} and external_id = any(${args.externalIds}::text[]) and closed_at is not null`.execute(
    tx,
  );
  return new Set(found.map((row) => row.external_id));
}
