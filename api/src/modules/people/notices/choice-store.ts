import { sql } from 'kysely';
import { isUsual, type NoticeChannel, type NoticeKind } from '#contract/notice-kinds.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Hours } from './hours.ts';

/** True when this changed anything. Not for mail: that stands with the letters. */
export async function writeChoice(
  tx: Db,
  choice: { userId: number; kind: NoticeKind; channel: NoticeChannel; wanted: boolean; now: Date },
): Promise<boolean> {
  const { userId, kind, channel, wanted, now } = choice;
  const { numAffectedRows } = await (
    wanted === isUsual(kind, channel)
      ? sql`delete from notice_choice where user_id = ${userId} and kind = ${kind} and channel = ${channel}`
      : sql`
        insert into notice_choice (user_id, kind, channel, wanted, since)
        values (${userId}, ${kind}, ${channel}, ${wanted}, ${now})
        on conflict (user_id, kind, channel) do nothing`
  ).execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function findHours(db: Db, userId: number): Promise<Hours | null> {
  return firstRow(
    db,
    sql<Hours>`
      select quiet, quiet_from as "from", quiet_to as "to", zone, digest, digest_hour as "digestHour"
      from notice_hours where user_id = ${userId}`,
  );
}

export async function writeHours(tx: Db, userId: number, hours: Hours): Promise<void> {
  const { quiet, from, to, zone, digest, digestHour } = hours;
  await sql`
    insert into notice_hours (user_id, quiet, quiet_from, quiet_to, zone, digest, digest_hour)
    values (${userId}, ${quiet}, ${from}, ${to}, ${zone}, ${digest}, ${digestHour})
    on conflict (user_id) do update set quiet = excluded.quiet, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, zone = excluded.zone, digest = excluded.digest,
      digest_hour = excluded.digest_hour`.execute(tx);
}
