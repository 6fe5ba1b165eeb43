import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { assertPlausible } from './odometer.ts';
import { findVehicle, NO_VEHICLE } from './vehicles.ts';
import { putCardsOn, writeVehicle, type VehicleInput } from './vehicle-store.ts';

/** Changes a truck as a whole. Cards that are not named at all stay. Refuses as `assertPlausible`; 404. */
export async function updateVehicle(
  ctx: Context,
  args: {
    scope: CompanyScope;
    vehicleId: number;
    input: VehicleInput;
    cardIds: readonly number[] | undefined;
  },
): Promise<void> {
  const { scope, vehicleId, input, cardIds } = args;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await findVehicle(tx, scope, vehicleId);
    if (!before || before.isRemoved) throw notFound(NO_VEHICLE);
    await assertPlausible(tx, scope, { vehicleId, input, cardIds });
    if (!(await writeVehicle(tx, scope, { vehicleId, input, now }))) throw notFound(NO_VEHICLE);
    if (cardIds) await putCardsOn(tx, scope, { vehicleId, cardIds, now });
    recordChange(tx, { before: { plate: before.plate, brand: before.brand, group: before.groupTitle } });
  });
}
