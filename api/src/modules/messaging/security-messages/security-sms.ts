import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { SecurityFacts } from '../emails/email.ts';
import { formatMoment } from '../emails/security-email.ts';

/** Returns the id, or null when this person was already notified of the same thing. */
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

/** Returns until when another sender has claimed the message, or null when no retry is needed. */
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

export async function releaseSms(db: Db, messageId: number): Promise<void> {
  await sql`update security_sms set claimed_until = null where id = ${messageId}`.execute(db);
}

/** Returns null for events that are reported by email alone. */
export function securitySmsText(facts: SecurityFacts): string | null {
  const text = formatEvent(facts);
  return text && `${text}. Если это не вы, позвоните нам`;
}

function formatEvent(facts: SecurityFacts): string | null {
  if (facts.event === 'new-device')
    return `вход в кабинет с нового устройства, ${facts.device}, ${formatMoment(facts.at)}`;
  if (facts.event === 'mail-changed') return `в кабинете указана другая почта, ${facts.to}`;
  if (facts.event === 'phone-change-allowed')
    return `нам сообщили, что этот телефон потерян. С ${formatMoment(facts.at)} вход будет по номеру ${facts.to}. Отменить: войдите в кабинет, раздел «Безопасность»`;
  if (facts.event === 'phone-changed') return `телефон для входа изменён на ${facts.to}`;
  return null;
}

const BATCH = 1000;

/** Deletes the messages that ended before a moment, and returns how many. */
export async function deleteOldSecuritySms(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from security_sms where id in (
        select id from security_sms where ended_at < ${before} order by ended_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}

/** Deletes the messages about a person's access. */
export async function eraseSecuritySms(tx: Db, userId: number): Promise<void> {
  await sql`delete from security_sms where user_id = ${userId}`.execute(tx);
}
