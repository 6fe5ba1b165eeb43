import { sql } from 'kysely';
import type { MessageChannel, NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { DelayReason } from './hours.ts';
import type { NoticeFacts } from './notice.ts';

/** A notice to be written, with its messages. */
export interface PlannedNotice {
  kind: NoticeKind;
  userId: number;
  companyId: number | null;
  ofUserId: number | null;
  facts: NoticeFacts[NoticeKind];
  events: number;
  sumKopecks: number;
  burstUntil: Date | null;
  inCabinet: boolean;
  messages: { channel: MessageChannel; dueAt: Date; held: DelayReason | null }[];
}

export interface Addition {
  id: number;
  events: number;
  sumKopecks: number;
}

export interface Recent {
  /** Number of recent notices of its kind to the person. */
  count: number;
  /** The notice that takes in more. */
  openId: number | null;
}

/** Names the notices of a kind that a person gets about a company. */
export function recentKey(userId: number, kind: string, companyId: number | null): string {
  return `${userId} ${kind} ${companyId}`;
}

/** Returns the notices of people, kinds and companies since a moment, by `recentKey`. */
export async function listRecent(
  tx: Db,
  args: { userIds: readonly number[]; kinds: readonly string[]; since: Date; now: Date },
): Promise<Map<string, Recent>> {
  const { userIds, kinds, since, now } = args;
  const found = await rows(
    tx,
    sql<{ user_id: number; kind: string; company_id: number | null; count: number; open_id: number | null }>`
      select user_id, kind, company_id, count(*) as count, max(id) filter (where burst_until > ${now}) as open_id
      from notice
      where user_id = any(${userIds}::bigint[]) and kind = any(${kinds}::text[]) and created_at > ${since}
      group by user_id, kind, company_id`,
  );
  return new Map(
    found.map((row) => [
      recentKey(row.user_id, row.kind, row.company_id),
      { count: row.count, openId: row.open_id },
    ]),
  );
}

/** Takes more events into notices that are written; they are unread again. */
export async function addToNotices(tx: Db, all: readonly Addition[]): Promise<void> {
  if (all.length === 0) return;
  await sql`
    update notice set events = notice.events + more.events, sum_kopecks = notice.sum_kopecks + more.sum_kopecks,
      read_at = null
    from unnest(${all.map((addition) => addition.id)}::bigint[], ${all.map((addition) => addition.events)}::int[],
      ${all.map((addition) => addition.sumKopecks)}::bigint[]) as more (id, events, sum_kopecks)
    where notice.id = more.id`.execute(tx);
}

/** Writes new notices in their order; returns their ids in the same. */
export async function insertNotices(tx: Db, all: readonly PlannedNotice[], now: Date): Promise<number[]> {
  if (all.length === 0) return [];
  const ids = (of: (plannedNotice: PlannedNotice) => number | null) => sql`${all.map(of)}::bigint[]`;
  const made = await rows(
    tx,
    sql<{ id: number }>`
      insert into notice (kind, user_id, company_id, of_user_id, facts, events, sum_kopecks, burst_until, in_cabinet,
        created_at)
      select kind, user_id, company_id, of_user_id, facts::jsonb, events, sum_kopecks, burst_until, in_cabinet, ${now}
      from unnest(${all.map((plannedNotice) => plannedNotice.kind)}::text[], ${ids((plannedNotice) => plannedNotice.userId)}, ${ids((plannedNotice) => plannedNotice.companyId)},
        ${ids((plannedNotice) => plannedNotice.ofUserId)}, ${all.map((plannedNotice) => JSON.stringify(plannedNotice.facts))}::text[],
        ${all.map((plannedNotice) => plannedNotice.events)}::int[], ${ids((plannedNotice) => plannedNotice.sumKopecks)},
        ${all.map((plannedNotice) => plannedNotice.burstUntil)}::timestamptz[], ${all.map((plannedNotice) => plannedNotice.inCabinet)}::boolean[])
        with ordinality as said (kind, user_id, company_id, of_user_id, facts, events, sum_kopecks, burst_until, in_cabinet,
          place)
      order by place
      returning id`,
  );
  return made.map((row) => row.id).sort((a, b) => a - b);
}
