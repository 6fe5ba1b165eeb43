import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

export interface SentMessage {
  codeId: number;
  /** Text without the code. */
  text: string;
  provider: string;
  providerMessageId: string | null;
  accepted: boolean;
  now: Date;
}

/**
 * Stores the text of a message and whether the provider accepted it, as evidence of the action that its code confirms.
 */
export async function insertMessage(db: Db, sent: SentMessage): Promise<void> {
  await sql`
    insert into sms_message (code_id, text, provider, provider_message_id, accepted, answered_at)
    values (${sent.codeId}, ${sent.text}, ${sent.provider}, ${sent.providerMessageId}, ${sent.accepted}, ${sent.now})`.execute(
    db,
  );
}
