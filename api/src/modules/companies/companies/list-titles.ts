import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/** The titles of these companies, by id. */
export async function listTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; title: string }>`select id, title from company where id = any(${ids}::bigint[])`,
  );
  return new Map(found.map(({ id, title }) => [id, title]));
}
