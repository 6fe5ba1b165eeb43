import { sql } from 'kysely';
import type { MessageChannel } from '#contract/messaging/notice-kinds.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** A person's channel: one sender at a time, so that messages come in their order. */
export interface NoticeLane {
  userId: number;
  channel: MessageChannel;
}

/** Returns the lanes with something due that no process works on, and marks them as queued until a moment. */
export function requestLanes(
  tx: Db,
  { now, askedUntil, max }: { now: Date; askedUntil: Date; max: number },
): Promise<NoticeLane[]> {
  return rows(
    tx,
    sql<NoticeLane>`
      insert into notice_lane (user_id, channel, asked_until)
      select distinct message.user_id, message.channel, ${askedUntil}::timestamptz
      from (
        select user_id, channel from notice_message message where state = 'waiting' and due_at <= ${now}
          and not exists (select from notice_lane lane
            where lane.user_id = message.user_id and lane.channel = message.channel
              and greatest(lane.claimed_until, lane.asked_until, lane.paused_until) > ${now})
        order by due_at limit ${max}
      ) message
      on conflict (user_id, channel) do update set asked_until = excluded.asked_until
      returning user_id as "userId", channel`,
  );
}

export async function hasDueLanes(db: Db, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select message.id from notice_message message where state = 'waiting' and due_at <= ${now}
        and not exists (select from notice_lane lane
          where lane.user_id = message.user_id and lane.channel = message.channel
            and greatest(lane.claimed_until, lane.asked_until, lane.paused_until) > ${now})
      order by due_at limit 1`,
  );
  return row !== null;
}

/** False means that another sender has it, or it rests after a failure. */
export async function claimLane(
  db: Db,
  { userId, channel }: NoticeLane,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ user_id: number }>`
      insert into notice_lane (user_id, channel, claimed_until) values (${userId}, ${channel}, ${until})
      on conflict (user_id, channel) do update set claimed_until = excluded.claimed_until, asked_until = null
        where (notice_lane.claimed_until is null or notice_lane.claimed_until <= ${now})
          and (notice_lane.paused_until is null or notice_lane.paused_until <= ${now})
      returning user_id`,
  );
  return row !== null;
}

/** Extends the claim that ends at `was`. Returns false if it came too late and another process has the lane. */
export async function prolongClaim(
  db: Db,
  { userId, channel }: NoticeLane,
  { was, until }: { was: Date; until: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ user_id: number }>`
      update notice_lane set claimed_until = ${until}
      where user_id = ${userId} and channel = ${channel} and claimed_until = ${was} returning user_id`,
  );
  return row !== null;
}

/** Lets others send; not before `pausedUntil`, if there is one. */
export async function leaveLane(
  db: Db,
  { userId, channel }: NoticeLane,
  { was, pausedUntil }: { was: Date; pausedUntil: Date | null },
): Promise<void> {
  await sql`
    update notice_lane set claimed_until = null, paused_until = ${pausedUntil}::timestamptz
    where user_id = ${userId} and channel = ${channel} and claimed_until = ${was}`.execute(db);
}
