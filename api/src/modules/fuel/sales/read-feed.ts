import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** How far a network's feed has been read. */
export async function readFeed(db: Db, partnerId: number): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ sequence: number }>`select sequence from network_feed where partner_id = ${partnerId}`,
  );
  return row?.sequence ?? 0;
}
