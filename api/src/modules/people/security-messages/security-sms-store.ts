import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Its id; null when this person was told of the same thing before. */
export async function insertSecuritySms(
  tx: Db,
  sms: { userId: number; phone: string; event: string; text: string; about: string; now: Date },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into security_sms (user_id, phone, event, text, about, created_at)
      values (${sms.userId}, ${sms.phone}, ${sms.event}, ${sms.text}, ${sms.about}, ${sms.now})
      on conflict (user_id, about) do nothing returning id`,
  );
  return row?.id ?? null;
}

export interface ClaimedSms {
  id: number;
  phone: string;
  text: string;
  createdAt: Date;
}

/** A message that waits, for one sender until `until`. Null when there is none, or another one has it. */
export function claimSms(
  db: Db,
  args: { messageId: number; until: Date; now: Date },
): Promise<ClaimedSms | null> {
  return firstRow(
    db,
    sql<ClaimedSms>`
      update security_sms set claimed_until = ${args.until}, attempts = attempts + 1
      where id = ${args.messageId} and state = 'waiting' and (claimed_until is null or claimed_until <= ${args.now})
      returning id, phone, text, created_at as "createdAt"`,
  );
}

/** Until when somebody else has the message; null when nobody needs to look again. */
export async function findSmsClaimEnd(db: Db, messageId: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ claimed_until: Date | null }>`
      select claimed_until from security_sms where id = ${messageId} and state = 'waiting'`,
  );
  return row?.claimed_until ?? null;
}

export async function endSms(
  db: Db,
  end: { messageId: number; state: 'sent' | 'refused'; now: Date },
): Promise<void> {
  await sql`
    update security_sms set state = ${end.state}, ended_at = ${end.now}, claimed_until = null
    where id = ${end.messageId} and state = 'waiting'`.execute(db);
}

export async function giveSmsBack(db: Db, messageId: number): Promise<void> {
  await sql`update security_sms set claimed_until = null where id = ${messageId}`.execute(db);
}
