import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/** Makes the member's other movements wait until the transaction ends. */
export async function takeAloneTurn(tx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moved-alone:${userId}`}, 0))`.execute(tx);
}

/** Returns what the member has moved alone on a Moscow day. */
export async function sumMovedAlone(db: Db, userId: number, day: string): Promise<Kopecks> {
  const { sum } = await onlyRow(
    db,
    sql<{ sum: number }>`
      select coalesce(sum(sum_kopecks), 0)::bigint as sum from moved_alone
      where user_id = ${userId} and day = ${day}::date`,
  );
  return kopecks(sum);
}

export interface MovedAlone {
  userId: number;
  action: string;
  subjectId: number;
  sum: Kopecks;
}

export async function insertMovedAlone(
  tx: Db,
  { userId, action, subjectId, sum }: MovedAlone,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  await sql`
    insert into moved_alone (user_id, day, action, subject_id, sum_kopecks, moved_at)
    values (${userId}, ${day}::date, ${action}, ${subjectId}, ${sum}, ${now})`.execute(tx);
}
