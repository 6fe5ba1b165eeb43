import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Adds missing networks; those that staff have changed are left as they are. */
export async function insertMissingPartners(
  db: Db,
  partners: readonly { id: number; key: string; title: string; active: boolean; cardPriceKopecks: number }[],
): Promise<void> {
  for (const partner of partners) {
    await sql`
      insert into partner (id, key, title, active, card_price_kopecks)
      values (${partner.id}, ${partner.key}, ${partner.title}, ${partner.active}, ${partner.cardPriceKopecks})
      on conflict (id) do nothing`.execute(db);
  }
}
