import { sql, type RawBuilder } from 'kysely';
import type { NoticeKind } from '#contract/notice-kinds.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import type { NoticeFacts } from './notice.ts';

/** Whose notices: of this person, in the company that he is of now. */
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
  asked: { kind?: NoticeKind | undefined; page: number; perPage: number },
): Promise<{ found: OwnNotice[]; total: number }> {
  const { kind, page, perPage } = asked;
  const found = await rows(
    db,
    sql<OwnNotice & { total: number }>`
      select id, kind, facts, events, sum_kopecks as "sumKopecks", created_at as "createdAt", read_at as "readAt",
        count(*) over () as total
      from notice where ${ofReader(reader)} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      order by (read_at is not null), id desc limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint`,
  );
  return { found, total: found[0]?.total ?? 0 };
}

/** More than these are not counted: nobody reads the figure. */
const MOST_COUNTED = 1000;

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { unread } = await onlyRow(
    db,
    sql<{ unread: number }>`
      select count(*) as unread from (
        select from notice where ${ofReader(reader)} and read_at is null limit ${MOST_COUNTED}) counted`,
  );
  return unread;
}

/** Marks one notice, or all up to the newest that was seen. Another person's is none of his. */
export async function markRead(
  db: Db,
  reader: Reader,
  said: { id: number | null; until: number | null; now: Date },
): Promise<void> {
  const { id, until, now } = said;
  await sql`
    update notice set read_at = ${now} where ${ofReader(reader)} and read_at is null
      and (${id}::bigint is null or id = ${id}) and (${until}::bigint is null or id <= ${until})`.execute(db);
}

function ofReader({ userId, companyId }: Reader): RawBuilder<unknown> {
  return sql`user_id = ${userId} and in_cabinet and (company_id is null or company_id = ${companyId}::bigint)`;
}
