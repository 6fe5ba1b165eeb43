import { TERMS_REQUIRED } from '#contract/companies/terms.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { listPartnersOfDriver } from './driver-cards.ts';
import { assertNotInMaintenance } from '../cards/policy.ts';
import { deleteDriver, requireDriver } from './drivers.ts';

/**
 * Removes a driver from the company and from its cards; 404 for another company's. If he is attached to cards, these
 * change too, so the same refusals apply as for card calls: 403 before the agreement, 503 while one of their networks is
 * under maintenance.
 */
export async function removeDriver(
  ctx: Context,
  { scope, driverId, termsAccepted }: { scope: CompanyScope; driverId: number; termsAccepted: boolean },
): Promise<void> {
  const partnerIds = await ctx.db.inCompany(scope, async (tx) => {
    await requireDriver(tx, scope, driverId);
    return listPartnersOfDriver(tx, scope, driverId);
  });
  if (partnerIds.length > 0) {
    if (!termsAccepted) throw notAllowed(TERMS_REQUIRED);
    await assertNotInMaintenance(ctx, ...partnerIds);
  }
  const removed = await ctx.db.inCompany(scope, (tx) => deleteDriver(tx, scope, driverId));
  if (!removed) throw notFound('Водитель не найден');
}
