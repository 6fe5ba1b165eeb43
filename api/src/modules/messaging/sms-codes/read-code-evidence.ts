import { sql } from 'kysely';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Facts about a correctly entered code, without the code itself. */
export interface CodeEvidence {
  codeId: number;
  /** Purpose for which the code was requested. Null means any one operation. */
  purpose: string | null;
  subject: string | null;
  phone: string;
  /** Null for a code that was sent before messages were stored. */
  text: string | null;
  provider: string | null;
  providerMessageId: string | null;
  sentAt: Date;
  expiresAt: Date;
  wrongTries: number;
  /** Salted hash of the code and its salt, in hex. */
  codeHash: string;
  salt: string;
}

export async function readCodeEvidence(db: Db, codeId: number): Promise<CodeEvidence> {
  const row = await getOnlyRow(
    db,
    sql<{
      purpose: string | null;
      subject: string | null;
      phone: string;
      text: string | null;
      provider: string | null;
      provider_message_id: string | null;
      sent_at: Date;
      expires_at: Date;
      tries: number;
      code_hash: Buffer;
      salt: Buffer;
    }>`
      select code.purpose, code.subject, code.phone, message.text, message.provider, message.provider_message_id,
        code.sent_at, code.expires_at, code.tries, code.code_hash, code.salt
      from sms_code code left join sms_message message on message.code_id = code.id
      where code.id = ${codeId}`,
  );
  return {
    codeId,
    purpose: row.purpose,
    subject: row.subject,
    phone: row.phone,
    text: row.text,
    provider: row.provider,
    providerMessageId: row.provider_message_id,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    wrongTries: row.tries,
    codeHash: row.code_hash.toString('hex'),
    salt: row.salt.toString('hex'),
  };
}
