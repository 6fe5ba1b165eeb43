import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

export interface SentMessage {
  codeId: number;
  /** Without the code. */
  text: string;
  provider: string;
  providerMessageId: string | null;
  accepted: boolean;
  now: Date;
}

/** Stores what a message said and whether the provider accepted it: evidence of the deed that its code confirms. */
export async function insertMessage(db: Db, sent: SentMessage): Promise<void> {
  await sql`
    insert into sms_message (code_id, text, provider, provider_message_id, accepted, answered_at)
    values (${sent.codeId}, ${sent.text}, ${sent.provider}, ${sent.providerMessageId}, ${sent.accepted}, ${sent.now})`.execute(
    db,
  );
}
