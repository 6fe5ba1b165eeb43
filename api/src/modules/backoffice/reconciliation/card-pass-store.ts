import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** A reading of a network's whole list of cards, over as many nights as it takes. */
export interface CardPass {
  beganAt: Date;
  /** The network's own word for where it goes on. Null means from the beginning. */
  place: string | null;
  /** Read to its end. */
  isListed: boolean;
}

/** The pass under way; a new one begins where there is none. */
export async function openPass(db: Db, partnerId: number, now: Date): Promise<CardPass> {
  return getOnlyRow(
    db,
    sql<CardPass>`
      insert into card_pass as pass (partner_id, began_at, first_at) values (${partnerId}, ${now}, ${now})
      on conflict (partner_id) do update set began_at = coalesce(pass.began_at, excluded.began_at)
      returning began_at as "beganAt", place, is_listed as "isListed"`,
  );
}

/** Stores where the pass continues, or null when its list has ended. */
export async function movePass(
  tx: Db,
  partnerId: number,
  { next, listed }: { next: string | null; listed: number },
): Promise<void> {
  await sql`
    update card_pass set place = ${next}, is_listed = ${next === null}, listed = listed + ${listed}
    where partner_id = ${partnerId}`.execute(tx);
}

export async function endPass(tx: Db, partnerId: number): Promise<void> {
  await sql`
    update card_pass set whole_since = began_at, began_at = null, place = null, is_listed = false, listed = 0
    where partner_id = ${partnerId} and is_listed`.execute(tx);
}

/** A network that no longer knows its own place in the list is read from the beginning. */
export async function restartPass(db: Db, partnerId: number): Promise<void> {
  await sql`update card_pass set place = null, is_listed = false, listed = 0 where partner_id = ${partnerId}`.execute(
    db,
  );
}

/**
 * Returns a range of our cards by their ids: those of the network that were not compared since a moment, and the end of
 * the range.
 */
export async function listUncompared(
  db: Db,
  args: { partnerId: number; since: Date; after: number; max: number },
): Promise<{ reach: number | null; cards: { companyId: number; cardId: number }[] }> {
  const found = await rows(
    db,
    sql<{ companyId: number; cardId: number; isWanted: boolean }>`
      select stretch.company_id as "companyId", stretch.id as "cardId", stretch.partner_id = ${args.partnerId}
        and coalesce(compared.compared_at < ${args.since}, true) and not coalesce(compared.is_due, false) as "isWanted"
      from (select id, company_id, partner_id from card where id > ${args.after} order by id limit ${args.max}) stretch
      left join card_comparison compared on compared.company_id = stretch.company_id and compared.card_id = stretch.id
      order by stretch.id`,
  );
  return { reach: found.at(-1)?.cardId ?? null, cards: found.filter((item) => item.isWanted) };
}

export async function countCardsOfNetworks(db: Db): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ partnerId: number; count: number }>`
      select partner_id as "partnerId", count(*) as count from card group by partner_id`,
  );
  return new Map(found.map((item) => [item.partnerId, item.count]));
}
