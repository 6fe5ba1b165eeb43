import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { closeKey } from './keys.ts';

export interface KeyEnd {
  id: number;
  companyId: number;
  /** Whose log it belongs to, where that is another company's: that of a sandbox. */
  logOf?: number;
  by: number;
  /** Said by the programme's staff; null when the company does it. */
  reason: string | null;
}

/** From here on the key opens nothing: each call looks it up. Refuses: 404 no such key of this company, or revoked before. */
export async function revokeKey(ctx: Context, end: KeyEnd): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const closed = await closeKey(tx, { ...end, now });
    if (!closed) throw notFound('Ключ не найден или уже отозван');
    await recordEvent(tx, {
      at: now,
      what: 'key-revoked',
      companyId: end.logOf ?? end.companyId,
      targets: [{ kind: 'key', id: end.id }],
      before: { title: closed.title, mark: closed.mark },
      ...(end.reason !== null && { after: { reason: end.reason } }),
    });
  });
}
