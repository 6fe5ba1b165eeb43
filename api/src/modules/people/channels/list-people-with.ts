import { sql } from 'kysely';
import type { Channel } from '#contract/channels.ts';
import { rows, type Db } from '../../../db/database.ts';

/** Of these people, those who can be told over a channel now. */
export async function listPeopleWith(
  db: Db,
  { channel, userIds }: { channel: Channel; userIds: readonly number[] },
): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select distinct user_id as id from linked_channel
      where user_id = any(${userIds}::bigint[]) and channel = ${channel} and gone_at is null`,
  );
  return new Set(found.map((row) => row.id));
}
