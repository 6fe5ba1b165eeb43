import { sql, type RawBuilder } from 'kysely';
import type { Channel } from '#contract/messaging/channels.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { LinkedChannel } from './channel.ts';

const COLUMNS = sql`id, user_id as "userId", channel, title, linked_at as "linkedAt", used_at as "usedAt",
  gone_at as "goneAt"`;

/** Returns a person's channels, the newest first, with ended ones for as long as they are stored. */
export function listChannels(db: Db, userId: number): Promise<LinkedChannel[]> {
  return rows(
    db,
    sql<LinkedChannel>`
      select ${COLUMNS} from linked_channel where user_id = ${userId} order by linked_at desc, id desc limit 100`,
  );
}

export function listLiveChannels(db: Db, userId: number): Promise<LinkedChannel[]> {
  return rows(
    db,
    sql<LinkedChannel>`
      select ${COLUMNS} from linked_channel where user_id = ${userId} and gone_at is null order by id limit 100`,
  );
}

export interface ChannelAddress extends LinkedChannel {
  address: string;
  keys: { p256dh: string; auth: string } | null;
}

/** Returns a channel that is still read. */
export function findAddress(db: Db, id: number): Promise<ChannelAddress | null> {
  return firstRow(
    db,
    sql<ChannelAddress>`
      select ${COLUMNS}, address, keys from linked_channel where id = ${id} and gone_at is null`,
  );
}

export function findByAddress(
  db: Db,
  args: { channel: Channel; address: string },
): Promise<LinkedChannel | null> {
  return firstRow(
    db,
    sql<LinkedChannel>`
      select ${COLUMNS} from linked_channel
      where channel = ${args.channel} and address = ${args.address} and gone_at is null`,
  );
}

/** Returns null when this address is linked already, to any person. */
export async function insertChannel(
  tx: Db,
  made: {
    userId: number;
    channel: Channel;
    address: string;
    keys: { p256dh: string; auth: string } | null;
    title: string;
    now: Date;
  },
): Promise<number | null> {
  const { userId, channel, address, keys, title, now } = made;
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into linked_channel (user_id, channel, address, keys, title, linked_at)
      values (${userId}, ${channel}, ${address}, ${keys && JSON.stringify(keys)}::jsonb, ${title}, ${now})
      on conflict (channel, address) where gone_at is null do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Counts and locks the channels until the transaction ends, so that two simultaneous links count each other. */
export async function countLocked(tx: Db, userId: number): Promise<number> {
  await sql`select id from app_user where id = ${userId} for no key update`.execute(tx);
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*) as count from linked_channel where user_id = ${userId} and gone_at is null`,
  );
  return count;
}

/** Ends the channels of one person, or one channel, and returns the ids. */
export function endChannels(
  tx: Db,
  args: { userId: number; id?: number; butPush?: boolean; now: Date },
): Promise<{ id: number; channel: Channel }[]> {
  const { userId, id = null, butPush = false, now } = args;
  return rows(
    tx,
    sql<{ id: number; channel: Channel }>`
      update linked_channel set gone_at = ${now}
      where user_id = ${userId} and gone_at is null and (${id}::bigint is null or id = ${id}::bigint)
        and not (${butPush} and channel = 'push')
      returning id, channel`,
  );
}

export async function markChannelUsed(db: Db, args: { id: number; now: Date }): Promise<void> {
  await sql`update linked_channel set used_at = ${args.now} where id = ${args.id}`.execute(db);
}

/** Changes no message in this chat before a moment: its messenger has asked to wait. */
export async function postponeEdits(db: Db, args: { id: number; resumeAt: Date }): Promise<void> {
  await sql`update linked_channel set edits_resume_at = ${args.resumeAt} where id = ${args.id}`.execute(db);
}

/** Ends a person's chats: the phone that they are on is lost. Returns how many. */
export async function endChats(tx: Db, args: { userId: number; now: Date }): Promise<number> {
  return (await endChannels(tx, { ...args, butPush: true })).length;
}

/** Deletes a person's chats and browsers, with their messages and codes, and the messages from the chats. */
export async function eraseChannels(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from channel_update using linked_channel own
    where own.user_id = ${userId} and own.channel = channel_update.channel and channel_update.said ->> 'chat' = own.address`.execute(
    tx,
  );
  await sql`delete from channel_code where user_id = ${userId}`.execute(tx);
  await sql`delete from linked_channel where user_id = ${userId}`.execute(tx);
}

/** Returns those of these people who can be notified over a channel now. */
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

const BATCH = 1000;

/**
 * Deletes messages over channels, codes, messages from chats, and ended links, all before a moment. Returns how many.
 */
export async function deleteOldChannelTraces(db: Db, before: Date): Promise<number> {
  const each = [
    sql`delete from channel_message where id in (
      select id from channel_message where written_at < ${before} order by written_at limit ${BATCH})`,
    sql`delete from channel_update where id in (
      select id from channel_update where came_at < ${before} order by came_at limit ${BATCH})`,
    sql`delete from channel_code where code_hash in (
      select code_hash from channel_code where made_at < ${before} order by made_at limit ${BATCH})`,
    sql`delete from linked_channel where id in (
      select id from linked_channel where gone_at < ${before} order by gone_at limit ${BATCH})`,
  ];
  let deleted = 0;
  for (const rawBuilder of each) deleted += await deleteAll(db, rawBuilder);
  return deleted;
}

async function deleteAll(db: Db, batch: RawBuilder<unknown>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await batch.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
