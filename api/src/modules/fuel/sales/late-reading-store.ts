import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/** Which weeks were read again in a night. */
export async function listReadWeeks(
  db: Db,
  args: { partnerId: number; night: string },
): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ week: number }>`
      select week from late_reading where partner_id = ${args.partnerId} and night = ${args.night}::date`,
  );
  return new Set(found.map((row) => row.week));
}

export async function markWeekRead(
  db: Db,
  args: { partnerId: number; night: string; week: number; now: Date },
): Promise<void> {
  await sql`
    insert into late_reading (partner_id, night, week, read_at)
    values (${args.partnerId}, ${args.night}::date, ${args.week}, ${args.now}) on conflict do nothing`.execute(
    db,
  );
}
