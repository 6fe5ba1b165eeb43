import { sql } from 'kysely';
import type { OptionalLetter } from '#contract/letters.ts';
import { isUsual } from '#contract/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';

/** The kinds about which a person has chosen otherwise than usual: whether he wants them. */
export async function listChosen(db: Db, userId: number): Promise<Map<string, boolean>> {
  const found = await rows(
    db,
    sql<{
      kind: string;
      wanted: boolean;
    }>`select kind, wanted from unwanted_letter where user_id = ${userId}`,
  );
  return new Map(found.map((row) => [row.kind, row.wanted]));
}

/** True when this changed anything. */
export async function writeChoice(
  tx: Db,
  choice: { userId: number; kind: OptionalLetter; wanted: boolean; now: Date },
): Promise<boolean> {
  const { userId, kind, wanted, now } = choice;
  const { numAffectedRows } = await (
    wanted === isUsual(kind, 'mail')
      ? sql`delete from unwanted_letter where user_id = ${userId} and kind = ${kind}`
      : sql`
        insert into unwanted_letter (user_id, kind, wanted, since) values (${userId}, ${kind}, ${wanted}, ${now})
        on conflict (user_id, kind) do update set wanted = excluded.wanted, since = excluded.since
        where unwanted_letter.wanted <> excluded.wanted`
  ).execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}
