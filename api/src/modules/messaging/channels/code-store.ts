import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';

export async function insertCode(
  tx: Db,
  code: { hash: Buffer; userId: number; channel: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into channel_code (code_hash, user_id, channel, made_at, expires_at)
    values (${code.hash}, ${code.userId}, ${code.channel}, ${code.now}, ${code.expiresAt})`.execute(tx);
}

export async function countCodes(tx: Db, args: { userId: number; since: Date }): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*) as count from channel_code where user_id = ${args.userId} and made_at > ${args.since}`,
  );
  return count;
}

export interface CodeRecord {
  userId: number;
  expiresAt: Date;
  usedAt: Date | null;
  linkedId: number | null;
}

/** Locks a code. Another caller with the same code waits. */
export function lockCode(tx: Db, args: { hash: Buffer; channel: string }): Promise<CodeRecord | null> {
  return firstRow(
    tx,
    sql<CodeRecord>`
      select user_id as "userId", expires_at as "expiresAt", used_at as "usedAt", linked_id as "linkedId"
      from channel_code where code_hash = ${args.hash} and channel = ${args.channel} for update`,
  );
}

export async function markCodeUsed(
  tx: Db,
  args: { hash: Buffer; linkedId: number; now: Date },
): Promise<void> {
  await sql`
    update channel_code set used_at = ${args.now}, linked_id = ${args.linkedId} where code_hash = ${args.hash}`.execute(
    tx,
  );
}
