import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { SELECT, recordOf, type ItemRecord, type ItemRow } from './item-store.ts';

export async function findItem(db: Db, id: number): Promise<ItemRecord | null> {
  const row = await firstRow(db, sql<ItemRow>`${SELECT} where item.id = ${id}`);
  return row && recordOf(row);
}
