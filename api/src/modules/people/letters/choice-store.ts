import { sql } from 'kysely';
import type { OptionalLetter } from '#contract/letters.ts';
import { rows, type Db } from '../../../db/database.ts';

/** The kinds that a person has switched off. */
export async function listUnwanted(db: Db, userId: number): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ kind: string }>`select kind from unwanted_letter where user_id = ${userId}`,
  );
  return found.map((row) => row.kind);
}

/** True when this changed anything. */
export async function writeChoice(
  tx: Db,
  choice: { userId: number; kind: OptionalLetter; wanted: boolean; now: Date },
): Promise<boolean> {
  const { userId, kind, wanted, now } = choice;
  const { numAffectedRows } = await (
    wanted
      ? sql`delete from unwanted_letter where user_id = ${userId} and kind = ${kind}`
      : sql`
        insert into unwanted_letter (user_id, kind, since) values (${userId}, ${kind}, ${now})
        on conflict do nothing`
  ).execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}
