import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { PartnerRecord } from './partner.ts';
import { recordOf, type PartnerRow } from './partner-store.ts';

/** Those of the programme: that of sandboxes is none of them. */
export async function listPartners(db: Db): Promise<PartnerRecord[]> {
  const { rows } = await sql<PartnerRow>`
    select id, key, title, active, card_price_kopecks from partner
    where id <> ${SANDBOX_NETWORK} order by id`.execute(db);
  return rows.map(recordOf);
}
