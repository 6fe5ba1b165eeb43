import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { closeLink } from './driver-links.ts';

/**
 * Revokes the link at once, because each opening of the page checks the link. 404 when this company has no such open
 * link.
 */
export async function revokeDriverLink(
  ctx: Context,
  scope: CompanyScope,
  { id, by }: { id: number; by: number },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const closed = await closeLink(tx, scope, { id, by, now });
    if (!closed) throw notFound('Ссылка не найдена или уже закрыта');
    await recordEvent(tx, {
      at: now,
      what: 'driver-link-revoked',
      targets: [{ kind: 'card', id: closed.cardId }],
    });
  });
}
