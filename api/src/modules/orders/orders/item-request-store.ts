import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Of these card numbers those that nobody has. */
export async function listStrangeNumbers(db: Db, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) as said (number)
    where not exists (select from card where card.card_number = said.number)`.execute(db);
  return rows.map((row) => row.number);
}
