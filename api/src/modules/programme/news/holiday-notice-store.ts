import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

export interface SaidNotice {
  title: string;
  text: string;
  /** Moscow days; null: it is not shown. */
  from: string | null;
  to: string | null;
}

/** What staff have said last; null: nothing so far. */
export function findSaidNotice(db: Db): Promise<SaidNotice | null> {
  return firstRow(
    db,
    sql<SaidNotice>`
      select title, text, first_day::text as "from", last_day::text as "to" from holiday_notice`,
  );
}

export async function putNotice(
  tx: Db,
  { title, text, from, to, userId, now }: SaidNotice & { userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into holiday_notice (place, title, text, first_day, last_day, changed_by, changed_at)
    values (1, ${title}, ${text}, ${from}, ${to}, ${userId}, ${now})
    on conflict (place) do update set title = excluded.title, text = excluded.text, first_day = excluded.first_day,
      last_day = excluded.last_day, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx,
  );
}
