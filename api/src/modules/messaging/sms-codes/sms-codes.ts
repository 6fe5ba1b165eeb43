import { sql, type RawBuilder } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { CodeAsker } from './code-text.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/** Purpose of a code: 'sign-in', one of the contract's purposes, or null, which confirms any one operation. */
export interface CodePurpose {
  purpose: string | null;
  subject: string | null;
  sumKopecks: Kopecks | null;
}

export interface NewCode extends CodePurpose, CodeAsker {
  phone: string;
  userId: number | null;
  tokenHash: Buffer | null;
  salt: Buffer;
  codeHash: Buffer;
  ip: string;
  sentAt: Date;
  expiresAt: Date;
}

export interface TakenTry {
  id: number;
  salt: Buffer;
  code_hash: Buffer;
  expires_at: Date;
  tries: number;
}

/**
 * Requests for a code for the same phone or from the same address wait until this transaction ends. Call it before
 * locking any of its rows; the phone is always taken first, so two turns never deadlock.
 */
export async function takeCodeTurn(tx: Db, args: { phone: string; ip: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('code-to-phone'), hashtext(${args.phone}))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext('code-from-address'), hashtext(${args.ip}))`.execute(tx);
}

/**
 * Stores a new code. It replaces earlier ones for the same purpose. For sign-in it replaces only those requested by the
 * same browser (for programs without cookies: the same address). Otherwise an unknown caller behind the same address
 * could invalidate the code that the owner has not read yet. Several valid codes make guessing no easier: each opens
 * only with the token of its own request, has its own few tries, and all count towards the phone's limits.
 */
export async function insertCode(db: Db, code: NewCode): Promise<number> {
  await sql`
    update sms_code set replaced_at = ${code.sentAt}
    where ${lockedById(sql`phone = ${code.phone} and purpose is not distinct from ${code.purpose}
      and subject is not distinct from ${code.subject} and used_at is null and replaced_at is null
      and (purpose is distinct from 'sign-in'
        or (asked_by is not distinct from ${code.askedBy}::bytea and (asked_by is not null or ip = ${code.ip})))`)}`.execute(
    db,
  );
  const row = await getOnlyRow(
    db,
    sql<{ id: number }>`
      insert into sms_code
        (phone, user_id, purpose, subject, sum_kopecks, token_hash, salt, code_hash, ip, asked_by, by_known_device, sent_at,
         expires_at)
      values (${code.phone}, ${code.userId}, ${code.purpose}, ${code.subject}, ${code.sumKopecks}, ${code.tokenHash},
        ${code.salt}, ${code.codeHash}, ${code.ip}, ${code.askedBy}, ${code.byKnownDevice}, ${code.sentAt},
        ${code.expiresAt})
      returning id`,
  );
  return row.id;
}

/**
 * Restores the codes that this code replaced. This code was not sent, and the user may still have one of the previous
 * ones. It stays valid too, because a provider that reports a failure may have sent it all the same.
 */
export async function restoreReplacedCode(db: Db, codeId: number): Promise<void> {
  await sql`
    update sms_code older set replaced_at = null from sms_code unsent
    where unsent.id = ${codeId} and older.id < unsent.id and older.phone = unsent.phone
      and older.purpose is not distinct from unsent.purpose and older.subject is not distinct from unsent.subject
      and older.replaced_at = unsent.sent_at`.execute(db);
}

/**
 * Uses up one try of every code that could confirm the action, before anything is compared, so that simultaneous
 * guesses cannot share a try. Newest first.
 */
export async function takeTries(db: Db, action: ConfirmedAction): Promise<TakenTry[]> {
  const { rows } = await sql<TakenTry>`
    update sms_code set tries = tries + 1
    where ${lockedById(sql`${couldConfirm(action)} and tries < ${SMS_CODE_MAX_TRIES}`)}
    returning id, salt, code_hash, expires_at, tries`.execute(db);
  return rows.sort((a, b) => b.id - a.id);
}

/**
 * Locks codes in the order of their ids, as every batch of actions does (`lockWaitingCodes`). Otherwise this
 * statement and a batch could deadlock.
 */
export function lockedById(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`id in (select id from sms_code where ${condition} order by id for no key update)`;
}

/** Returns true when a code that could have confirmed the action has no tries left. */
export async function isCodeExhausted(db: Db, action: ConfirmedAction, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from sms_code
      where ${couldConfirm(action)} and tries >= ${SMS_CODE_MAX_TRIES} and expires_at > ${now} limit 1`,
  );
  return row !== null;
}

export interface ConfirmedAction {
  userId: number;
  purpose: string;
  subjects: readonly string[] | 'any';
  sumKopecks: Kopecks | null;
  exact?: boolean;
}

function couldConfirm({
  userId,
  purpose,
  subjects,
  sumKopecks,
  exact = false,
}: ConfirmedAction): RawBuilder<unknown> {
  const subject =
    subjects === 'any'
      ? sql`true`
      : sql`((subject is null and not ${exact}::boolean) or subject = any(${subjects}))`;
  return sql`user_id = ${userId} and used_at is null and replaced_at is null
    and ((purpose is null and not ${exact}::boolean) or (purpose = ${purpose} and ${subject}
      and (sum_kopecks is null or sum_kopecks = ${sumKopecks}::bigint)))`;
}

/** Marks a code as used. Returns true when it was still unused. Call it in the transaction of the action. */
export async function markCodeUsed(db: Db, args: { codeId: number; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update sms_code set used_at = ${args.now} where id = ${args.codeId} and used_at is null returning id`.execute(
    db,
  );
  return rows.length > 0;
}

const BATCH = 1000;

/**
 * Deletes the sign-in codes that were sent before a moment, and returns their number. Codes of actions are evidence and
 * stay in the database.
 */
export async function deleteOldSignInCodes(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from sms_code where id in (
        select id from sms_code where purpose = 'sign-in' and sent_at < ${before} order by sent_at limit ${BATCH})`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}

/** Deletes the codes that a phone got at sign-ins. Codes of actions are evidence and stay in the database. */
export async function eraseSignInCodes(tx: Db, phone: string): Promise<void> {
  await sql`delete from sms_code where phone = ${phone} and purpose = 'sign-in'`.execute(tx);
}

/** True when the sign-in code that a token and a phone name has no tries left. */
export async function isSignInCodeExhausted(
  db: Db,
  args: { tokenHash: Buffer; phone: string },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from sms_code
      where token_hash = ${args.tokenHash} and phone = ${args.phone} and purpose = 'sign-in'
        and used_at is null and tries >= ${SMS_CODE_MAX_TRIES}`,
  );
  return row !== null;
}

/** A code that could confirm an action of its user, if it has tries left. */
export interface WaitingCode extends TakenTry {
  user_id: number;
  purpose: string | null;
  subject: string | null;
  sum_kopecks: number | null;
  used: boolean;
}

export async function updateCodes(tx: Db, codes: readonly WaitingCode[], now: Date): Promise<void> {
  await sql`
    update sms_code code
    set tries = changed.tries, used_at = case when changed.used then ${now}::timestamptz else code.used_at end
    from unnest(${codes.map((code) => code.id)}::bigint[], ${codes.map((code) => code.tries)}::int[],
      ${codes.map((code) => code.used)}::boolean[]) as changed (id, tries, used)
    where code.id = changed.id`.execute(tx);
}

/**
 * Locks the codes that these users could use now, or could with tries left, newest first for each. For a batch, which
 * does not wait for users of a company that it has left out (`lockFreeMoney`).
 */
export async function lockWaitingCodes(
  tx: Db,
  users: readonly { userId: number; companyId: number }[],
  now: Date,
): Promise<WaitingCode[]> {
  const { rows } = await sql<WaitingCode>`
    select id, user_id, purpose, subject, sum_kopecks, salt, code_hash, expires_at, tries, false as used
    from sms_code
    where user_id = any(array(
        select asked.user_id
        from unnest(${encodeBigints(users.map((user) => user.userId))}::bigint[], ${encodeBigints(users.map((user) => user.companyId))}::bigint[]) as asked (user_id, company_id)
        where asked.company_id = any(nullif(current_setting('app.companies', true), '')::bigint[])))
      and used_at is null and replaced_at is null
      and (tries < ${SMS_CODE_MAX_TRIES} or expires_at > ${now})
    order by id for no key update`.execute(tx);
  return rows.reverse();
}
