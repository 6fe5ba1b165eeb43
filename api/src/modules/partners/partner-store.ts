import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../db/database.ts';

export interface PartnerRecord {
  id: PartnerId;
  key: string;
  title: string;
  /** False: the network "will be connected soon". */
  active: boolean;
  cardPrice: Kopecks;
}

interface PartnerRow {
  id: PartnerId;
  key: string;
  title: string;
  active: boolean;
  card_price_kopecks: number;
}

export async function listPartners(db: Db): Promise<PartnerRecord[]> {
  const { rows } = await sql<PartnerRow>`
    select id, key, title, active, card_price_kopecks from partner order by id`.execute(db);
  return rows.map(recordOf);
}

/** Changes what is given and leaves the rest; null when there is no such partner. */
export async function updatePartner(
  db: Db,
  args: { id: number; active?: boolean; cardPrice?: Kopecks },
): Promise<PartnerRecord | null> {
  const row = await firstRow(
    db,
    sql<PartnerRow>`
      update partner set active = coalesce(${args.active ?? null}::boolean, active),
        card_price_kopecks = coalesce(${args.cardPrice ?? null}::bigint, card_price_kopecks)
      where id = ${args.id}::bigint returning id, key, title, active, card_price_kopecks`,
  );
  return row && recordOf(row);
}

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

function recordOf(row: PartnerRow): PartnerRecord {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    active: row.active,
    cardPrice: kopecks(row.card_price_kopecks),
  };
}
