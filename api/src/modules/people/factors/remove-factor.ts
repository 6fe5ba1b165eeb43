import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { tellOfSecurity } from '../notices/tell-of-security.ts';
import { setFactorSince } from '../users/set-factor-since.ts';
import { assertMayChange } from './assert-may-change.ts';
import { deleteFactor, listFactors } from './factor-store.ts';
import type { Answering } from './factor.ts';
import { deleteCodesOf } from './recovery-code-store.ts';

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
      await deleteCodesOf(tx, userId);
      await setFactorSince(tx, { userId, since: null });
    }
    await tellOfSecurity(ctx, tx, {
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
