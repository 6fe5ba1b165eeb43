import { sql, type RawBuilder } from 'kysely';
import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { NoticeFacts } from './notice.ts';
import type { Context } from '../../../context.ts';

/** Reader of the notices, in their current company. */
export interface Reader {
  userId: number;
  companyId: number | null;
}

export interface OwnNotice {
  id: number;
  kind: NoticeKind;
  facts: NoticeFacts[NoticeKind];
  events: number;
  sumKopecks: number;
  createdAt: Date;
  readAt: Date | null;
}

/** A page of a person's notices, unread first, then newest first, and how many there are under the filter. */
export async function findNotices(
  db: Db,
  reader: Reader,
  args: { kind?: NoticeKind | undefined; page: number; perPage: number },
): Promise<{ found: OwnNotice[]; total: number }> {
  const { kind, page, perPage } = args;
  const found = await rows(
    db,
    sql<OwnNotice & { total: number }>`
      select id, kind, facts, events, sum_kopecks as "sumKopecks", created_at as "createdAt", read_at as "readAt",
        count(*) over () as total
      from notice where ${matchesReader(reader)} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      order by (read_at is not null), id desc limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint`,
  );
  return { found, total: found[0]?.total ?? 0 };
}

/** Maximum count. A larger figure is of no use to readers. */
const MAX_COUNTED = 1000;

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { unread } = await getOnlyRow(
    db,
    sql<{ unread: number }>`
      select count(*) as unread from (
        select from notice where ${matchesReader(reader)} and read_at is null limit ${MAX_COUNTED}) counted`,
  );
  return unread;
}

/** Marks one notice, or all up to the newest that was seen. Another person's is none of his. */
async function markRead(
  db: Db,
  reader: Reader,
  input: { id: number | null; until: number | null; now: Date },
): Promise<void> {
  const { id, until, now } = input;
  await sql`
    update notice set read_at = ${now} where ${matchesReader(reader)} and read_at is null
      and (${id}::bigint is null or id = ${id}) and (${until}::bigint is null or id <= ${until})`.execute(db);
}

function matchesReader({ userId, companyId }: Reader): RawBuilder<unknown> {
  return sql`user_id = ${userId} and in_cabinet and (company_id is null or company_id = ${companyId}::bigint)`;
}

/** Marks one notice of a person as read, or all up to one; returns how many are left. */
export async function readNotices(
  ctx: Context,
  reader: Reader,
  input: { id?: number | undefined; until?: number | undefined },
): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    await markRead(tx, reader, { id: input.id ?? null, until: input.until ?? null, now: ctx.clock.now() });
    return countUnread(tx, reader);
  });
}

/** Deletes a person's notices and choices, and other people's notices about the person. */
export async function eraseNotices(tx: Db, userId: number): Promise<void> {
  await sql`delete from notice where user_id = ${userId} or of_user_id = ${userId}`.execute(tx);
  await sql`delete from notice_event where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_lane where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_choice where user_id = ${userId}`.execute(tx);
  await sql`delete from notice_hours where user_id = ${userId}`.execute(tx);
}

const BATCH = 1000;

/** Deletes the notices made before a moment, with their messages and events, and returns how many notices. */
export async function deleteOldNotices(db: Db, before: Date): Promise<number> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notice_event where id in (
        select id from notice_event where told_at < ${before} order by told_at limit ${BATCH})`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) break;
  }
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notice where id in (
        select id from notice where created_at < ${before} order by created_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
