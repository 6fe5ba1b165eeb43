import { sql } from 'kysely';
import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { NoticeEvent, NoticeFacts } from './notice.ts';

/** Writes events in their order, in any transaction. An event that was published before changes nothing. */
export async function insertEvents(tx: Db, events: readonly NoticeEvent[]): Promise<void> {
  const texts = (of: (event: NoticeEvent) => string) => sql`${events.map(of)}::text[]`;
  await sql`
    insert into notice_event (kind, company_id, user_id, facts, about, happened_at)
    select kind, company_id, user_id, facts::jsonb, about, happened_at
    from unnest(${texts((noticeEvent) => noticeEvent.kind)}, ${events.map((event) => event.companyId)}::bigint[],
      ${events.map((event) => event.userId ?? null)}::bigint[], ${texts((noticeEvent) => JSON.stringify(noticeEvent.facts))},
      ${texts((noticeEvent) => noticeEvent.about)}, ${events.map((event) => event.now)}::timestamptz[])
      as input (kind, company_id, user_id, facts, about, happened_at)
    on conflict do nothing`.execute(tx);
}

/** Returns those of these companies in which a user has chosen a kind that is off by default. */
export async function listCompaniesThatChose(
  tx: Db,
  kind: NoticeKind,
  companyIds: readonly number[],
): Promise<Set<number>> {
  const found = await rows(
    tx,
    sql<{ company_id: number }>`
      select distinct person.company_id from company_person person
      where person.company_id = any(${companyIds}::bigint[]) and (
        exists (select from notice_choice choice
          where choice.user_id = person.id and choice.kind = ${kind} and choice.wanted)
        or exists (select from unwanted_letter letter
          where letter.user_id = person.id and letter.kind = ${kind} and letter.wanted))`,
  );
  return new Set(found.map((row) => row.company_id));
}

export interface PendingNoticeEvent {
  id: number;
  kind: NoticeKind;
  companyId: number | null;
  userId: number | null;
  facts: NoticeFacts[NoticeKind];
}

export async function hasPendingEvents(db: Db): Promise<boolean> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from notice_event where told_at is null limit 1`,
  );
  return found.length > 0;
}

/** Lets one process at a time expand events, so that notices keep the events' order. False while another process has the turn. */
export async function takeTurn(tx: Db): Promise<boolean> {
  const [row] = await rows(
    tx,
    sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('notices'), 0) as taken`,
  );
  return row?.taken ?? false;
}

/** Takes the oldest events that have not been expanded, and marks them as expanded. */
export async function takePendingEvents(
  tx: Db,
  { max, now }: { max: number; now: Date },
): Promise<PendingNoticeEvent[]> {
  const found = await rows(
    tx,
    sql<PendingNoticeEvent>`
      update notice_event set told_at = ${now}
      where id in (select id from notice_event where told_at is null order by id limit ${max})
      returning id, kind, company_id as "companyId", user_id as "userId", facts`,
  );
  return found.sort((a, b) => a.id - b.id);
}
