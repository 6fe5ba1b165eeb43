import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { closeKey } from './keys.ts';

export interface KeyEnd {
  id: number;
  companyId: number;
  /** The company whose log gets the line, when it is another one: that of a sandbox. */
  logCompanyId?: number;
  by: number;
  /** Reason given by the programme's staff, or null when the company revokes it. */
  reason: string | null;
}

/**
 * Revokes a key at once, because each call checks its key. 404 when this company has no such key, or the key was
 * revoked before.
 */
export async function revokeKey(ctx: Context, end: KeyEnd): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const closed = await closeKey(tx, { ...end, now });
    if (!closed) throw notFound('Ключ не найден или уже отозван');
    await recordEvent(tx, {
      at: now,
      what: 'key-revoked',
      companyId: end.logCompanyId ?? end.companyId,
      targets: [{ kind: 'key', id: end.id }],
      before: { title: closed.title, mark: closed.mark },
      ...(end.reason !== null && { after: { reason: end.reason } }),
    });
  });
}
