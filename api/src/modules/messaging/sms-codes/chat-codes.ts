import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** The sign-in code that a token and a phone name, while it can be entered. */
export interface OpenSignInCode {
  id: number;
  sentAt: Date;
}

/** Returns the code and locks it until the transaction ends. Null when it is used, replaced, late, or was never sent. */
export function lockSignInCode(
  tx: Db,
  args: { tokenHash: Buffer; phone: string; now: Date },
): Promise<OpenSignInCode | null> {
  return firstRow(
    tx,
    sql<OpenSignInCode>`
      select id, sent_at as "sentAt" from sms_code
      where token_hash = ${args.tokenHash} and phone = ${args.phone} and purpose = 'sign-in'
        and used_at is null and replaced_at is null and expires_at > ${args.now} for no key update`,
  );
}

/**
 * Stores the code for a chat beside that of the SMS: both open the sign-in, with the same tries, until the same moment.
 * Without a chat it stores only that one was asked for. False when that was done before.
 */
export async function insertChatCode(
  tx: Db,
  args: { codeId: number; code: { salt: Buffer; codeHash: Buffer } | null; now: Date },
): Promise<boolean> {
  const { codeId, code, now } = args;
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update sms_code set chat_sent_at = ${now}, chat_salt = ${code?.salt ?? null}::bytea,
        chat_code_hash = ${code?.codeHash ?? null}::bytea
      where id = ${codeId} and chat_sent_at is null returning id`,
  );
  return row !== null;
}
