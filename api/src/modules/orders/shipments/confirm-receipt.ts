import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { endReceiptWait } from '../../cards/cards/cards.ts';
import { markReceived } from './shipments.ts';

/**
 * Records that the company has the cards of its order. Cards that waited for that can be set up from now on. Repeating it
 * changes nothing. The caller has found the order. Refuses: 409 it has no plastic cards yet.
 */
export async function confirmReceipt(
  ctx: Context,
  scope: CompanyScope,
  { orderId, userId, ip }: { orderId: number; userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const isNew = await markReceived(tx, scope, { orderId, userId, now });
    const activated = await endReceiptWait(tx, scope, orderId);
    if (isNew === null && activated === 0) throw conflict('По этой заявке ещё нет пластиковых карт');
    if (!isNew && activated === 0) return;
    await recordEvent(tx, {
      at: now,
      what: 'cards-received',
      userId,
      companyId: scope.companyId,
      ip,
      targets: [{ kind: 'request', id: orderId }],
      after: { activated },
    });
  });
}
