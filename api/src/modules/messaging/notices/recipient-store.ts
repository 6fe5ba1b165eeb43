import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { NoticeChannel } from '#contract/messaging/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Hours } from './hours.ts';

/** A possible recipient of a notice, as a person of one company. */
export interface Recipient {
  id: number;
  companyId: number | null;
  role: Role;
  hours: Hours | null;
}

/**
 * Lists people of these companies with a role, these people, or, with `everybody`, all people of the programme's clients: once for
 * each company that they are asked about, a role of theirs last.
 */
export async function listRecipients(
  db: Db,
  args: { companyIds: readonly number[]; userIds: readonly number[]; everybody: boolean },
): Promise<Recipient[]> {
  const found = await rows(
    db,
    sql<{
      id: number;
      company_id: number | null;
      role: Role;
      quiet: boolean | null;
      quiet_from: number;
      quiet_to: number;
      zone: string;
      digest: Hours['digest'];
      digest_hour: number;
    }>`
      select person.id, belonging.company_id, belonging.role, hours.quiet, hours.quiet_from, hours.quiet_to, hours.zone,
        hours.digest, hours.digest_hour
      from (
        select user_id, company_id, role from membership
        where ended_at is null and role <> 'none' and (until is null or until > now())
          and (${args.everybody} or company_id = any(${args.companyIds}::bigint[]))
        union select id, company_id, role from app_user where id = any(${args.userIds}::bigint[])
      ) belonging
      join app_user person on person.id = belonging.user_id
      left join notice_hours hours on hours.user_id = person.id
      where person.erased_at is null
      order by person.id, belonging.role <> 'none', belonging.company_id`,
  );
  return found.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    role: row.role,
    hours:
      row.quiet === null
        ? null
        : {
            quiet: row.quiet,
            from: row.quiet_from,
            to: row.quiet_to,
            zone: row.zone,
            digest: row.digest,
            digestHour: row.digest_hour,
          },
  }));
}

/** Returns the choices that differ from the defaults: `<user> <kind> <channel>` → whether the person wants it. */
export async function listChoices(db: Db, userIds: readonly number[]): Promise<Map<string, boolean>> {
  const found = await rows(
    db,
    sql<{ user_id: number; kind: string; channel: NoticeChannel; wanted: boolean }>`
      select user_id, kind, channel, wanted from notice_choice where user_id = any(${userIds}::bigint[])
      union all
      select user_id, kind, 'mail', wanted from unwanted_letter where user_id = any(${userIds}::bigint[])`,
  );
  return new Map(found.map((row) => [choiceKey(row.user_id, row.kind, row.channel), row.wanted]));
}

export function choiceKey(userId: number, kind: string, channel: NoticeChannel): string {
  return `${userId} ${kind} ${channel}`;
}
