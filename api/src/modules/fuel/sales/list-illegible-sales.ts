import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { ILLEGIBLE } from './orphan-reason.ts';
import { mattersOf, type Matter } from '../../cards/commands/matter.ts';
import { orphansWhere } from './orphan-store.ts';

/** A record that nobody can read, as the network wrote it. */
export interface IllegibleSale extends Matter {
  externalId: string;
  problem: string;
  text: string;
}

export async function listIllegibleSales(db: Db) {
  const found = await orphansWhere(db, sql`orphan.external_id like ${`${ILLEGIBLE}%`}`);
  return mattersOf(found, ({ external_id, reason, event }) => ({
    externalId: external_id.slice(ILLEGIBLE.length),
    problem: reason.slice(ILLEGIBLE.length).trim(),
    text: (event as { illegible: string }).illegible,
  }));
}
