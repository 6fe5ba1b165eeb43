import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { PartnerRecord } from './partner.ts';

export interface PartnerRow {
  id: PartnerId;
  key: string;
  title: string;
  active: boolean;
  card_price_kopecks: number;
}

/** Changes what is given and leaves the rest; null when there is no such partner. */
export async function changePartner(
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

export function recordOf(row: PartnerRow): PartnerRecord {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    active: row.active,
    cardPrice: kopecks(row.card_price_kopecks),
  };
}
