import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { setFactorSince } from '../../messaging/users/users.ts';
import { assertMayChange } from './factors.ts';
import { deleteFactor, listFactors, deleteFactors } from './factor-store.ts';
import { deleteCodes } from './recovery-codes.ts';
import type { Db } from '../../../db/database.ts';
import { endSessions } from '../auth/sessions.ts';
import { forgetFactorOnDevices } from '../auth/known-devices.ts';
import { deletePersonTries } from './factor-tries.ts';
import type { Answering } from './factor.ts';

/** Removes one factor of one's own; with the last one the recovery codes go. 409 when there must be one. */
export async function removeFactor(
  ctx: Context,
  who: Answering,
  { id, mustHaveOne }: { id: number; mustHaveOne: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  const { userId, companyId, sessionId, ip } = who;
  await ctx.db.inSystem(async (tx) => {
    await assertMayChange(tx, sessionId, now);
    const gone = await deleteFactor(tx, { userId, id });
    if (!gone) throw notFound('Такого второго фактора нет');
    const left = await listFactors(tx, userId);
    if (left.length === 0) {
      if (mustHaveOne)
        throw conflict(
          'Это последний второй фактор, а без него вам работать нельзя. Сначала подключите другой',
        );
      await deleteCodes(tx, userId);
      await setFactorSince(tx, { userId, since: null });
    }
    await notifyOfAccessChange(ctx, tx, {
      userId,
      companyId: companyId ?? null,
      what: { event: 'factor-removed', title: gone.title },
      about: String(id),
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'factor-removed',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'factor', id }],
      before: { ...gone },
    });
  });
}

/**
 * Removes the factors of a person who has lost theirs, by two people. All factors and recovery codes are deleted and
 * every session ends, so that the next sign-in connects a first factor again. Returns how many factors there were.
 */
export async function removeFactors(
  tx: Db,
  args: { userId: number; byUserId: number; reason: string; ip: string; now: Date },
): Promise<number> {
  const { userId, byUserId, reason, ip, now } = args;
  const removed = await deleteFactors(tx, userId);
  await deleteCodes(tx, userId);
  await deletePersonTries(tx, userId);
  await forgetFactorOnDevices(tx, userId);
  await setFactorSince(tx, { userId, since: null });
  await endSessions(tx, { userId, byUserId, ip, now });
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
