import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { PartnerRecord } from './partner.ts';
import { recordOf, type PartnerRow } from './partner-store.ts';

export async function listPartners(db: Db): Promise<PartnerRecord[]> {
  const { rows } = await sql<PartnerRow>`
    select id, key, title, active, card_price_kopecks from partner order by id`.execute(db);
  return rows.map(recordOf);
}
