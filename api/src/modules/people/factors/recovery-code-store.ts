import { sql } from 'kysely';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';

export interface KeptCode {
  id: number;
  salt: Buffer;
  codeHash: Buffer;
}

/** Codes that were not used yet. */
export function listUnusedCodes(db: Db, userId: number): Promise<KeptCode[]> {
  return rows(
    db,
    sql<KeptCode>`
      select id, salt, code_hash as "codeHash" from recovery_code
      where user_id = ${userId} and used_at is null order by id`,
  );
}

export async function countUnusedCodes(db: Db, userId: number): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from recovery_code where user_id = ${userId} and used_at is null`,
  );
  return count;
}

/** False when another request has used it meanwhile. */
export async function useCode(tx: Db, args: { id: number; now: Date }): Promise<boolean> {
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
    from unnest(${args.codes.map((one) => one.salt)}::bytea[], ${args.codes.map((one) => one.codeHash)}::bytea[])
      as made (salt, code_hash)`.execute(tx);
}

export async function deleteCodesOf(tx: Db, userId: number): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx);
}
