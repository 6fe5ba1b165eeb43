import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/**
 * Ends a claim; the message is no longer due if it was sent. A claim that a new crossing has replaced changes
 * nothing.
 */
export async function endClaim(
  db: Db,
  args: { companyId: number; until: Date; sent: boolean },
): Promise<void> {
  await sql`
    update company set threshold_message_claimed_until = null, threshold_message_due = threshold_message_due and ${!args.sent}
    where id = ${args.companyId} and threshold_message_claimed_until = ${args.until}`.execute(db);
}
