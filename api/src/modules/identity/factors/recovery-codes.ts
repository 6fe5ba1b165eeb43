import { sql } from 'kysely';
import { RECOVERY_CODES, FACTOR_MESSAGES } from '#contract/identity/second-factor.ts';
import { randomString, newSalt, slowHash, isSlowHash, sameHash, saltedHash } from '../../../lib/secrets.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import type { Answering } from './factor.ts';

/** The alphabet has no letter that looks like a digit. It has 32 signs, so a code of twelve has 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 12;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => grouped(randomString(LENGTH, ALPHABET)));
}

/** `ABCD-EFGH-JKLM`, for the eyes. */
function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

interface HashedCode {
  salt: Buffer;
  codeHash: Buffer;
}

/** However it is typed, it is the same code. */
function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

interface StoredCode {
  id: number;
  salt: Buffer;
  codeHash: Buffer;
}

/** Codes that were not used yet. */
function listUnusedCodes(db: Db, userId: number): Promise<StoredCode[]> {
  return rows(
    db,
    sql<StoredCode>`
      select id, salt, code_hash as "codeHash" from recovery_code
      where user_id = ${userId} and used_at is null order by id`,
  );
}

export async function countUnusedCodes(db: Db, userId: number): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from recovery_code where user_id = ${userId} and used_at is null`,
  );
  return count;
}

/** False when another request has used it meanwhile. */
async function useCode(tx: Db, args: { id: number; now: Date }): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update recovery_code set used_at = ${args.now} where id = ${args.id} and used_at is null returning id`,
  );
  return row !== null;
}

export async function insertCodes(
  tx: Db,
  args: { userId: number; codes: readonly { salt: Buffer; codeHash: Buffer }[]; now: Date },
): Promise<void> {
  await sql`
    insert into recovery_code (user_id, salt, code_hash, made_at)
    select ${args.userId}, salt, code_hash, ${args.now}
    from unnest(${args.codes.map((code) => code.salt)}::bytea[], ${args.codes.map((code) => code.codeHash)}::bytea[])
      as made (salt, code_hash)`.execute(tx);
}

export async function deleteCodes(tx: Db, userId: number): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx);
}

/** A set has one salt, so that a try costs one slow hash. */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<HashedCode[]> {
  const salt = newSalt();
  return Promise.all(codes.map(async (code) => ({ salt, codeHash: await slowHash(plainCode(code), salt) })));
}

/**
 * Returns the stored code that was typed. Codes older than the slow hash have a quick one, until they are used or
 * renewed.
 */
async function findTypedCode<Kept extends HashedCode>(
  storedCodes: readonly Kept[],
  typed: string,
): Promise<Kept | null> {
  const text = plainCode(typed);
  for (const sameSalt of Map.groupBy(storedCodes, ({ salt }) => salt.toString('hex')).values()) {
    const [{ salt, codeHash }] = sameSalt as [Kept];
    const hash = isSlowHash(codeHash) ? await slowHash(text, salt) : saltedHash(text, salt);
    const right = sameSalt.find((item) => sameHash(hash, item.codeHash));
    if (right) return right;
  }
  return null;
}

/** Confirms the session by a recovery code, which is used up by it. */
export async function confirmByRecoveryCode(ctx: Context, who: Answering, typed: string): Promise<Date> {
  const { at } = await answerFactor(ctx, { way: 'recovery', who }, async (tx, now) => {
    const right = await findTypedCode(await listUnusedCodes(tx, who.userId), typed);
    if (!right || !(await useCode(tx, { id: right.id, now })))
      throw fieldRefusal('code', FACTOR_MESSAGES.recovery);
  });
  return at;
}
