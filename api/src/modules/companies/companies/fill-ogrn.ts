import { ogrnProblemOf } from '#contract/requisites.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { insertReading, lockRequisites, updateRequisites } from './requisites-store.ts';

/**
 * Fills in the ОГРН (of a sole trader the ОГРНИП) that a client lacks, as old data does; it stands in the history of its
 * requisites. Refuses: 404, 400 on `ogrn`, 409 where there is one: that is the register's to change.
 */
export async function fillOgrn(
  ctx: Context,
  said: { companyId: number; userId: number; ip: string; ogrn: string },
): Promise<void> {
  const { companyId, userId, ip, ogrn } = said;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const locked = await lockRequisites(tx, companyId);
    if (!locked) throw notFound('Клиент не найден');
    const { inn, requisites: before } = locked;
    const problem = ogrnProblemOf(ogrn, inn);
    if (problem !== null) throw fieldRefusal('ogrn', problem);
    if (before.ogrn !== null) throw conflict('ОГРН уже указан: изменить его можно чтением из реестра');
    const after = { ...before, ogrn };
    await updateRequisites(tx, companyId, after);
    await insertReading(tx, { companyId, userId, before, after, now });
    await recordEvent(tx, {
      at: now,
      what: 'ogrn-filled',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'company', id: companyId }],
      before: { ogrn: null },
      after: { ogrn },
    });
  });
}
