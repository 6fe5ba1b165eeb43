import { sql, type RawBuilder } from 'kysely';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type {
  listStaffMessages,
  MESSAGE_CHANNELS,
  MessageState,
} from '#contract/messaging/staff-messages.ts';
import { rows, type Db } from '../../../db/database.ts';
import { contains, containsDigits } from '../../../db/text-search.ts';

type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export interface MessageRow {
  id: number;
  source: 'sms' | 'mail' | 'notice' | 'access' | 'bell';
  channel: MessageChannel;
  kind: string | null;
  address: string;
  company_id: number | null;
  company_title: string | null;
  at: Date;
  state: MessageState;
  reason: string | null;
}

type MessageQuery = EndpointQuery<typeof listStaffMessages>;

/**
 * Selects all kinds in the same columns, without any sent codes. A notice by email is shown as its email, once there is
 * one.
 */
const MESSAGES = (now: Date) => sql`
  select code.id, 'sms' as source, 'sms' as channel, code.purpose as kind, code.phone as address, code.user_id, code.sent_at as at,
    case when message.accepted = false then 'refused' when code.used_at is not null then 'used'
      when code.expires_at <= ${now} then 'expired' else 'sent' end as state, null as reason
  from sms_code code left join sms_message message on message.code_id = code.id
  union all
  select letter.id, 'mail', 'mail', letter.kind, letter.address, letter.user_id, letter.created_at, letter.state, letter.refusal
  from letter
  union all
  select sms.id, 'access', 'sms', sms.event, sms.phone, sms.user_id, sms.created_at, sms.state, null from security_sms sms
  union all
  select message.id, 'notice', message.channel, notice.kind,
    case message.channel when 'sms' then person.phone when 'mail' then coalesce(person.email, '') else '' end,
    message.user_id, message.created_at, message.state, coalesce(message.reason, message.held)
  from notice_message message join notice on notice.id = message.notice_id
  join app_user person on person.id = message.user_id
  where message.channel <> 'mail' or not exists (
    select from letter where letter.user_id = message.user_id and letter.about = 'notice:' || message.id)
  union all
  select notice.id, 'bell', 'cabinet', notice.kind, '', notice.user_id, notice.created_at,
    case when notice.read_at is null then 'sent' else 'read' end, null
  from notice where notice.in_cabinet`;

/** A page of what was sent, newest first, and how much there is under the filters. */
export async function findMessages(
  db: Db,
  args: MessageQuery,
  now: Date,
): Promise<{ found: MessageRow[]; total: number }> {
  const { page, perPage } = args;
  const found = await rows(
    db,
    sql<MessageRow & { total: number }>`
      select message.id, message.source, message.channel, message.kind, message.address, company.id as company_id,
        company.title as company_title, message.at, message.state, message.reason, count(*) over () as total
      from (${MESSAGES(now)}) message
      left join app_user person on person.id = message.user_id
      left join company on company.id = person.company_id
      where ${toConditions(args, now)}
      order by message.at desc, message.id desc limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint`,
  );
  return { found, total: found[0]?.total ?? 0 };
}

/** Range when no first day is given, because no one searches further back and the tables are long. */
const USUAL_DAYS = 92;

function toConditions({ q, channel, state, from, to }: MessageQuery, now: Date): RawBuilder<unknown> {
  const moscow = (day: string) => sql`${day}::date::timestamp at time zone 'Europe/Moscow'`;
  return sql.join(
    [
      from === undefined
        ? sql`message.at >= ${new Date(now.getTime() - USUAL_DAYS * 86_400_000)}`
        : sql`message.at >= ${moscow(from)}`,
      ...(q === undefined ? [] : [toSearchCondition(q)]),
      ...(channel === undefined ? [] : [sql`message.channel = ${channel}`]),
      ...(state === undefined ? [] : [sql`message.state = ${state}`]),
      ...(to === undefined ? [] : [sql`message.at < ${moscow(to)} + interval '1 day'`]),
    ],
    sql` and `,
  );
}

/** Finds a phone by four of its digits or more, however it is written; an address or a company by a part of its text. */
function toSearchCondition(q: string): RawBuilder<unknown> {
  const digits = q.replace(/\D/g, '').replace(/^8(?=\d{10}$)/, '7');
  const phone = digits.length >= 4 && /^[\d\s()+-]+$/.test(q);
  return phone
    ? containsDigits(sql`message.address`, digits)
    : sql`(${contains(sql`message.address`, q)} or ${contains(sql`coalesce(company.title, '')`, q)})`;
}
