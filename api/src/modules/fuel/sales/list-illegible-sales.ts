import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { ILLEGIBLE } from './orphan-reason.ts';
import { mattersOf } from '../../networks/commands/unclear-matter.ts';
import { orphansWhere } from './orphan-store.ts';

export async function listIllegibleSales(db: Db) {
  const found = await orphansWhere(db, sql`orphan.external_id like ${`${ILLEGIBLE}%`}`);
  return mattersOf(found, ({ external_id, reason, event }) => ({
    externalId: external_id.slice(ILLEGIBLE.length),
    problem: reason.slice(ILLEGIBLE.length).trim(),
    text: (event as { illegible: string }).illegible,
  }));
}
