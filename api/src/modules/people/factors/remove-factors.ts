import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { endSessionsOf } from '../auth/end-sessions-of.ts';
import { forgetFactorOnDevices } from '../auth/forget-factor-on-devices.ts';
import { setFactorSince } from '../users/set-factor-since.ts';
import { deleteFactorsOf } from './factor-store.ts';
import { deleteCodesOf } from './recovery-code-store.ts';
import { deletePersonTries } from './try-store.ts';

/**
 * Frees somebody who has lost the factor, by two people: all factors and recovery codes go and every session ends, so
 * that the next sign-in connects a first factor anew. Returns how many factors there were.
 */
export async function removeFactors(
  tx: Db,
  asked: { userId: number; byUserId: number; reason: string; ip: string; now: Date },
): Promise<number> {
  const { userId, byUserId, reason, ip, now } = asked;
  const removed = await deleteFactorsOf(tx, userId);
  await deleteCodesOf(tx, userId);
  await deletePersonTries(tx, userId);
  await forgetFactorOnDevices(tx, userId);
  await setFactorSince(tx, { userId, since: null });
  await endSessionsOf(tx, { userId, byUserId, ip, now });
  await recordEvent(tx, {
    at: now,
    what: 'factors-removed',
    userId: byUserId,
    ip,
    targets: [{ kind: 'user', id: userId }],
    before: { factors: removed },
    after: { factors: 0 },
    details: { reason },
  });
  return removed;
}
