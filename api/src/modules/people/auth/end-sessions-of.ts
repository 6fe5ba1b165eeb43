import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { closeSessionsBut } from './member-session-store.ts';

/** Ends somebody's sessions on every device, but the one named, and returns how many. */
export async function endSessionsOf(
  tx: Db,
  asked: { userId: number; byUserId: number; ip: string; now: Date; butSessionId?: number },
): Promise<number> {
  const { userId, byUserId, ip, now, butSessionId = null } = asked;
  const ended = await closeSessionsBut(tx, { userId, butSessionId, now });
  await recordEvent(tx, {
    at: now,
    what: 'sessions-ended',
    userId: byUserId,
    ip,
    targets: [{ kind: 'user', id: userId }],
    details: { ended },
  });
  return ended;
}
