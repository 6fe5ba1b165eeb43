import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

export function listNetworkTitles(db: Db): Promise<{ id: number; title: string }[]> {
  return rows(db, sql<{ id: number; title: string }>`select id, title from partner order by id`);
}
