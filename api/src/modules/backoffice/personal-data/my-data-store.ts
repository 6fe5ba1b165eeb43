import { sql, type RawBuilder } from 'kysely';
import { MAX_MY_DATA_ROWS } from '#contract/identity/personal-data.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** A part of the file: rows of plain values under the names that the person reads. */
export type DataRow = Record<string, unknown>;

/** Returns the person's profile in the programme. */
export function readOwnProfile(db: Db, userId: number): Promise<DataRow & { phone: string }> {
  return getOnlyRow(
    db,
    sql<DataRow & { phone: string }>`
      select u.id, u.phone, u.firstname, u.lastname, u.email, u.email_confirmed_at, u.role, u.staff_role, u.created_at,
        company.title as company, company.inn as company_inn
      from app_user u left join company on company.id = u.company_id where u.id = ${userId}`,
  );
}

type Person = { userId: number; phone: string };

/** Person's own rows of each kind, newest first. Tokens, hashes and keys are not personal data and are left out. */
const PARTS: Record<string, (person: Person) => RawBuilder<DataRow>> = {
  consents: ({ userId }) => sql`
    select act, version, sha256, ip, user_agent, at from consent_act where user_id = ${userId} order by id desc`,
  agreements: ({ userId }) => sql`
    select version, sha256, ip, user_agent, accepted_at from terms_acceptance where user_id = ${userId} order by id desc`,
  sessions: ({ userId }) => sql`
    select id, created_at, seen_at, expires_at, closed_at, ip, user_agent from session where user_id = ${userId}
    order by id desc`,
  devices: ({ userId }) => sql`
    select first_seen_at, seen_at, keeps_cookie from known_device where user_id = ${userId} order by id desc`,
  second_factors: ({ userId }) => sql`
    select kind, title, created_at, used_at from second_factor where user_id = ${userId} order by id desc`,
  letters: ({ userId }) => sql`
    select kind, address, state, refusal, created_at, ended_at from letter where user_id = ${userId} order by id desc`,
  unwanted_letters: ({ userId }) => sql`
    select kind, since from unwanted_letter where user_id = ${userId} and not wanted order by since desc`,
  notices: ({ userId }) => sql`
    select id, kind, facts, events, sum_kopecks, created_at, read_at from notice where user_id = ${userId} order by id desc`,
  messages_of_notices: ({ userId }) => sql`
    select notice_id, channel, state, reason, created_at, ended_at from notice_message where user_id = ${userId}
    order by id desc`,
  choices_of_notices: ({ userId }) => sql`
    select kind, channel, wanted, since from notice_choice where user_id = ${userId}
    union all select kind, 'mail', wanted, since from unwanted_letter where user_id = ${userId} order by since desc`,
  hours_of_notices: ({ userId }) => sql`
    select quiet, quiet_from, quiet_to, zone, digest, digest_hour from notice_hours where user_id = ${userId}`,
  channels: ({ userId }) => sql`
    select channel, title, linked_at, used_at, gone_at from linked_channel where user_id = ${userId} order by id desc`,
  // «Код 12345: …» and, in the last line, «#12345».
  sms_of_codes: ({ userId, phone }) => sql`
    select code.purpose, code.phone, code.sent_at, code.used_at,
      regexp_replace(message.text, '(Код |#)[0-9]+', '\\1•••••', 'g') as text
    from sms_code code left join sms_message message on message.code_id = code.id
    where code.user_id = ${userId} or (code.user_id is null and code.phone = ${phone}) order by code.id desc`,
  sms_about_access: ({ userId }) => sql`
    select phone, event, text, state, created_at, ended_at from security_sms where user_id = ${userId} order by id desc`,
  invitations: ({ phone }) => sql`
    select company.title as company, invitation.firstname, invitation.lastname, invitation.role, invited_at, expires_at,
      ended_at, outcome
    from invitation join company on company.id = invitation.company_id where invitation.phone = ${phone} order by invitation.id desc`,
  access_requests: ({ userId }) => sql`
    select company.inn, asked_at, declined_at from access_request request
    join company on company.id = request.company_id where user_id = ${userId} order by request.id desc`,
  phone_changes: ({ userId }) => sql`
    select old_phone, new_phone, name, comment, state, asked_at, effective_at, ended_at from phone_change
    where user_id = ${userId} order by id desc`,
  orders: ({ userId }) => sql`
    select request.id, company.title as company, request.status_id, request.city, request.street, request.house, recipient_firstname,
      recipient_lastname, request.created_at, request.approved_at
    from card_request request join company on company.id = request.company_id where author_id = ${userId}
    order by request.id desc`,
  erasure_requests: ({ userId }) => sql`
    select asked_at, done_at, declined, case when declined then reason end as reason from erasure_request where user_id = ${userId} order by id desc`,
};

export async function readOwnParts(db: Db, person: Person): Promise<Record<string, DataRow[]>> {
  const parts: Record<string, DataRow[]> = {};
  for (const [name, select] of Object.entries(PARTS))
    parts[name] = await rows(db, sql<DataRow>`${select(person)} limit ${MAX_MY_DATA_ROWS}`);
  return parts;
}

/** Returns the person's actions without their changes, which belong to the company. */
export function listOwnActions(
  db: Db,
  userId: number,
): Promise<{ at: Date; what: string; ip: string | null; device: string | null }[]> {
  return rows(
    db,
    sql<{ at: Date; what: string; ip: string | null; device: string | null }>`
      select at, what, ip, device from audit_event where user_id = ${userId} order by id desc limit ${MAX_MY_DATA_ROWS}`,
  );
}
