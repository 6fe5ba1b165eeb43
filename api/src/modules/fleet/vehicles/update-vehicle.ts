import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { assertSound } from './assert-sound.ts';
import { findVehicle } from './find-vehicle.ts';
import { NO_VEHICLE } from './vehicle.ts';
import { putCardsOn, writeVehicle, type SaidOfVehicle } from './vehicle-store.ts';

/** Changes a truck as a whole. Cards that are not named at all stay. Refuses as `assertSound`; 404. */
export async function updateVehicle(
  ctx: Context,
  asked: {
    scope: CompanyScope;
    vehicleId: number;
    said: SaidOfVehicle;
    cardIds: readonly number[] | undefined;
  },
): Promise<void> {
  const { scope, vehicleId, said, cardIds } = asked;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await findVehicle(tx, scope, vehicleId);
    if (!before || before.isRemoved) throw notFound(NO_VEHICLE);
    await assertSound(tx, scope, { vehicleId, said, cardIds });
    if (!(await writeVehicle(tx, scope, { vehicleId, said, now }))) throw notFound(NO_VEHICLE);
    if (cardIds) await putCardsOn(tx, scope, { vehicleId, cardIds, now });
    noteChange(tx, { before: { plate: before.plate, brand: before.brand, group: before.groupTitle } });
  });
}
