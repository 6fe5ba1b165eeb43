import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';

export async function findPartnerOfCard(db: Db, cardId: number): Promise<PartnerId | null> {
  const row = await firstRow(
    db,
    sql<{ partner_id: PartnerId }>`select partner_id from card where id = ${cardId}`,
  );
  return row?.partner_id ?? null;
}
