import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { requireDriver } from './require-driver.ts';
import { deleteCardDriver } from './card-driver-store.ts';
import { assertNotInMaintenance } from '../cards/policy.ts';
import { readCard } from '../cards/read-card.ts';

/** Takes a driver off a card; one who is not on it stays off. 404 for another company's card or driver. */
export async function detachDriver(
  ctx: Context,
  asked: { scope: CompanyScope; cardId: number; driverId: number },
): Promise<void> {
  const card = await readCard(ctx, asked.scope, asked.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  await ctx.db.inCompany(asked.scope, async (tx) => {
    await requireDriver(tx, asked.scope, asked.driverId);
    await deleteCardDriver(tx, asked.scope, { ...asked, now: ctx.clock.now() });
  });
}
