import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

/** When the last complete reading of each feed began; networks that were never read to their end are missing. */
export async function listReadings(db: Db): Promise<Map<PartnerId, Date>> {
  const { rows } = await sql<{ partner_id: PartnerId; read_at: Date }>`
    select partner_id, read_at from network_feed where read_at is not null`.execute(db);
  return new Map(rows.map((row) => [row.partner_id, row.read_at]));
}
