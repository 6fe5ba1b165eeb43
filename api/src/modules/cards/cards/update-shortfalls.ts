import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Updates the shortfalls of cards that have bought more than our books had on them. Call it within the turn of their
 * network.
 */
export async function updateShortfalls(tx: Db, byCard: ReadonlyMap<number, Kopecks>): Promise<void> {
  await sql`
    update card set shortfall_kopecks = changed.shortfall
    from unnest(${[...byCard.keys()]}::bigint[], ${[...byCard.values()]}::bigint[]) as changed (id, shortfall)
    where card.id = changed.id`.execute(tx);
}
