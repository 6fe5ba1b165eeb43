import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/**
 * Ids of the programme's clients by INN; INNs of others are left out. None of these clients can leave the programme
 * before the transaction ends.
 */
export async function lockClientIds(tx: Db, inns: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; inn: string }>`
    select id, inn from company where inn = any(${inns}::text[]) and client_since is not null
    order by id for key share`.execute(tx);
  return new Map(rows.map((row) => [row.inn, row.id]));
}
