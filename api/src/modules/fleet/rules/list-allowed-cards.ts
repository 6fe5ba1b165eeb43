import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/** Of these cards those for which anything was ever allowed, of any company: few. */
export async function listAllowedCards(tx: Db, cardIds: readonly number[]): Promise<Set<number>> {
  const found = await rows(
    tx,
    sql<{ card_id: number }>`
      select distinct card_id from rule_exception where card_id = any(${[...cardIds]}::bigint[]) and until is not null`,
  );
  return new Set(found.map((one) => one.card_id));
}
