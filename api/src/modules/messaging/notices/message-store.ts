import { sql } from 'kysely';
import type { MessageChannel, NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';
import { linkCompany } from '../users/memberships.ts';
import type { DelayReason } from './hours.ts';
import type { NoticeFacts } from './notice.ts';

/**
 * Outcome of a message. `gone`: the person can't be reached over the channel any more; `gathered`: sent inside another
 * message.
 */
export type MessageEnd = 'sent' | 'refused' | 'gone' | 'gathered';

export interface NewMessage {
  noticeId: number;
  userId: number;
  channel: MessageChannel;
  held: DelayReason | null;
  dueAt: Date;
}

/** Writes messages in their order. */
export async function insertMessages(tx: Db, all: readonly NewMessage[], now: Date): Promise<void> {
  if (all.length === 0) return;
  await sql`
    insert into notice_message (notice_id, user_id, channel, held, due_at, created_at)
    select notice_id, user_id, channel, held, due_at, ${now}
    from unnest(${all.map((newMessage) => newMessage.noticeId)}::bigint[], ${all.map((newMessage) => newMessage.userId)}::bigint[],
      ${all.map((newMessage) => newMessage.channel)}::text[], ${all.map((newMessage) => newMessage.held)}::text[],
      ${all.map((newMessage) => newMessage.dueAt)}::timestamptz[])
      with ordinality as said (notice_id, user_id, channel, held, due_at, place)
    order by place`.execute(tx);
}

/** A message that is due, with the data of its text and whether its person may still receive it. */
export interface DueMessage {
  id: number;
  held: DelayReason | null;
  attempts: number;
  createdAt: Date;
  kind: NoticeKind;
  facts: NoticeFacts[NoticeKind];
  events: number;
  sumKopecks: number;
  phone: string;
  /** Whether the message concerns the addressee personally. */
  isOwn: boolean;
  /** Whether the person belongs to the company that the message is about. */
  belongs: boolean;
  /** The company of the notice, where its links must name it because the person acts for several; else null. */
  linkCompanyId: number | null;
}

const MAX_LISTED = 200;

/** Messages of a person's channel that are due, in their order. */
export function listDue(
  db: Db,
  { userId, channel, now }: { userId: number; channel: MessageChannel; now: Date },
): Promise<DueMessage[]> {
  return rows(
    db,
    sql<DueMessage>`
      select message.id, message.held, message.attempts, message.created_at as "createdAt", notice.kind, notice.facts,
        notice.events, notice.sum_kopecks as "sumKopecks", person.phone,
        coalesce(notice.of_user_id = message.user_id, false) as "isOwn",
        (notice.company_id is null or exists (select from membership
          where membership.user_id = person.id and membership.company_id = notice.company_id
            and membership.role <> 'none' and membership.ended_at is null
            and (membership.until is null or membership.until > now()))) as belongs,
        ${linkCompany(sql`notice.company_id`)} as "linkCompanyId"
      from notice_message message join notice on notice.id = message.notice_id
      join app_user person on person.id = message.user_id
      where message.user_id = ${userId} and message.channel = ${channel} and message.state = 'waiting'
        and message.due_at <= ${now}
      order by message.id limit ${MAX_LISTED}`,
  );
}

export async function endMessages(
  db: Db,
  ids: readonly number[],
  end: { state: MessageEnd; reason?: string | null; into?: number | null; now: Date },
): Promise<void> {
  await sql`
    update notice_message set state = ${end.state}, reason = ${end.reason ?? null}::text,
      gathered_into = ${end.into ?? null}::bigint, ended_at = ${end.now}
    where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(db);
}

export async function recordAttempt(db: Db, messageId: number, reason: string): Promise<void> {
  await sql`
    update notice_message set attempts = attempts + 1, reason = ${reason} where id = ${messageId}`.execute(
    db,
  );
}
