import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { requireDriver } from './require-driver.ts';
import { insertCardDriver } from './card-driver-store.ts';
import { assertNotInMaintenance } from '../cards/policy.ts';
import { readCard } from '../cards/read-card.ts';

/** Lets a driver use a card; doing it twice changes nothing. 404 for another company's card or driver. */
export async function attachDriver(
  ctx: Context,
  asked: { scope: CompanyScope; cardId: number; driverId: number },
): Promise<void> {
  const card = await readCard(ctx, asked.scope, asked.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  await ctx.db.inCompany(asked.scope, async (tx) => {
    await requireDriver(tx, asked.scope, asked.driverId);
    await insertCardDriver(tx, asked.scope, { ...asked, now: ctx.clock.now() });
  });
}
