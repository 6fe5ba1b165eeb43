import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { PartnerRecord } from './partner.ts';
import { recordOf, type PartnerRow } from './partner-store.ts';

/** The networks with the price of their card on a Moscow day: the last that has begun, else the one from before all. */
export async function listPricedPartners(db: Db, day: string): Promise<PartnerRecord[]> {
  const found = await rows(
    db,
    sql<PartnerRow>`
      select partner.id, partner.key, partner.title, partner.active, coalesce((
        select price_kopecks from card_price where partner_id = partner.id and first_day <= ${day}::date
        order by first_day desc, id desc limit 1
      ), partner.card_price_kopecks) as card_price_kopecks
      from partner where partner.id <> ${SANDBOX_NETWORK} order by partner.id`,
  );
  return found.map(recordOf);
}
