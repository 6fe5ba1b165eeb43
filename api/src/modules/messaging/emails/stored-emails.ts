import { sql, type RawBuilder } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { linkCompany } from '../users/memberships.ts';
import type { EmailFacts, EmailKind, EmailRefusal } from './email.ts';

export interface NewEmail<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  facts: EmailFacts[Kind];
  /** Subject of the email, which prevents a second email about it. Null for an email that may be requested again. */
  about: string | null;
  /** The company that it is about. Null, or none: its links open where the reader is, or name the company themselves. */
  companyId?: number | null;
  now: Date;
}

/**
 * Inserts emails to those of the chosen people who have confirmed their address and have not switched this kind off.
 * Returns their ids.
 */
export async function insertEmails(
  tx: Db,
  { kind, facts, about, companyId = null, now }: NewEmail,
  people: RawBuilder<unknown>,
): Promise<number[]> {
  const made = await rows(
    tx,
    sql<{ id: number }>`
      insert into letter (kind, user_id, address, facts, about, about_company, created_at)
      select ${kind}, person.id, person.email, ${JSON.stringify(facts)}::jsonb, ${about}::text, ${companyId}::bigint, ${now}::timestamptz
      from app_user person
      where ${people} and person.email_confirmed_at is not null
        and not exists (select from unwanted_letter where user_id = person.id and kind = ${kind} and not wanted)
      order by person.id
      on conflict (user_id, kind, about) do nothing returning id`,
  );
  return made.map((row) => row.id);
}

export interface ClaimedEmail {
  id: number;
  kind: EmailKind;
  facts: EmailFacts[EmailKind];
  address: string;
  createdAt: Date;
  /** The person's address now, and whether it is confirmed. */
  email: string | null;
  isConfirmed: boolean;
  isUnwanted: boolean;
  /** The company that its links have to name. Null where the reader acts for one alone. */
  linkCompanyId: number | null;
}

/** Claims a waiting email for one sender until `until`. Returns null when there is none, or another sender has it. */
export function claimEmail(
  db: Db,
  args: { letterId: number; until: Date; now: Date },
): Promise<ClaimedEmail | null> {
  return firstRow(
    db,
    sql<ClaimedEmail>`
      update letter set claimed_until = ${args.until}, attempts = attempts + 1
      from app_user person
      where letter.id = ${args.letterId} and letter.state = 'waiting' and person.id = letter.user_id
        and (letter.claimed_until is null or letter.claimed_until <= ${args.now})
      returning letter.id, letter.kind, letter.facts, letter.address, letter.created_at as "createdAt", person.email,
        person.email_confirmed_at is not null as "isConfirmed",
        exists (select from unwanted_letter unwanted where unwanted.user_id = letter.user_id and unwanted.kind = letter.kind
          and not unwanted.wanted)
          as "isUnwanted", ${linkCompany(sql`letter.about_company`)} as "linkCompanyId"`,
  );
}

/** Returns until when another sender has the email, or null when no further check is needed. */
export async function findClaimEnd(db: Db, letterId: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ claimed_until: Date | null }>`
      select claimed_until from letter where id = ${letterId} and state = 'waiting'`,
  );
  return row?.claimed_until ?? null;
}

/** Ends an email. The caller must have the claim that ends at `until`. */
export async function endEmail(
  db: Db,
  end: { letterId: number; until: Date; refusal: EmailRefusal | null; answer: string | null; now: Date },
): Promise<void> {
  await sql`
    update letter set state = ${end.refusal === null ? 'sent' : 'refused'}, refusal = ${end.refusal}::text,
      answer = ${end.answer}::text, ended_at = ${end.now}, claimed_until = null
    where id = ${end.letterId} and state = 'waiting' and claimed_until = ${end.until}`.execute(db);
}

/** Gives the claim back after an attempt that came to nothing. */
export async function releaseEmail(
  db: Db,
  args: { letterId: number; until: Date; answer: string },
): Promise<void> {
  await sql`
    update letter set claimed_until = null, answer = ${args.answer}
    where id = ${args.letterId} and state = 'waiting' and claimed_until = ${args.until}`.execute(db);
}

const BATCH = 1000;

/** Deletes the emails that ended before a moment, with their links, and returns how many. */
export async function deleteOldEmails(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from letter where id in (
        select id from letter where ended_at < ${before} order by ended_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}

/** Deletes the emails to a person, with their addresses and links, and their choices of unwanted emails. */
export async function eraseEmails(tx: Db, userId: number): Promise<void> {
  await sql`delete from letter where user_id = ${userId}`.execute(tx);
  await sql`delete from unwanted_letter where user_id = ${userId}`.execute(tx);
}
