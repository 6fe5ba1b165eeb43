import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { debtorsWhere, type RefusedDebtor } from './refused-debtor-store.ts';

/** The card, if it is one of these, due or not. */
export async function findRefusedDebtor(db: Db, cardId: number): Promise<RefusedDebtor | null> {
  const [debtor] = await debtorsWhere(db, sql`card.id = ${cardId}`);
  return debtor ?? null;
}
