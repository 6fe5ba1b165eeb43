import { DRIVER_ASSIGNS_DAYS } from '#contract/fuel/purchase-assignment.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { lockAssignment, writeAssignment, type PurchaseAssignment } from './purchase-assignments.ts';

const DAY_MS = 86_400_000;
const NO_PURCHASE = 'Покупка не найдена';

/**
 * Sets what a purchase was for. A driver does so for purchases of the link's card, some days long, and changes nothing that
 * an employee has entered. Refuses: 404, 409.
 */
export async function assignPurchase(
  ctx: Context,
  scope: CompanyScope,
  {
    operationId,
    driverCardId = null,
    costCentre,
    tripNumber,
  }: PurchaseAssignment & { operationId: number; driverCardId?: number | null },
): Promise<void> {
  const at = ctx.clock.now();
  const byDriver = driverCardId !== null;
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await lockAssignment(tx, scope, operationId);
    if (!before || (byDriver && before.cardId !== driverCardId)) throw notFound(NO_PURCHASE);
    if (byDriver && before.byDriver === false)
      throw conflict('Рейс и центр затрат уже указал диспетчер. Если они неверны, позвоните ему');
    if (byDriver && at.getTime() - before.soldAt.getTime() > DRIVER_ASSIGNS_DAYS * DAY_MS)
      throw conflict(`Рейс можно указать в течение ${DRIVER_ASSIGNS_DAYS} дней после заправки`);
    await writeAssignment(tx, scope, { operationId, costCentre, tripNumber, byDriver, at });
    recordChange(tx, {
      targets: [{ kind: 'operation', id: operationId }],
      before: { costCentre: before.costCentre, tripNumber: before.tripNumber },
      after: { costCentre, tripNumber },
    });
  });
}
