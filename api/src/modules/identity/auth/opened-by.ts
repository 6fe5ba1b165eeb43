import { sql } from 'kysely';
import type { OpenedBy } from '#contract/identity/sign-in.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Records that no SMS has opened this session. Actions that need a fresh code from an SMS therefore ask for one, as they
 * do 15 minutes after any sign-in.
 */
export async function markOpenedBy(
  tx: Db,
  args: { sessionId: number; openedBy: Exclude<OpenedBy, 'sms'> },
): Promise<void> {
  await sql`
    update session set opened_by = ${args.openedBy}, confirmed_at = to_timestamp(0)
    where id = ${args.sessionId}`.execute(tx);
}
