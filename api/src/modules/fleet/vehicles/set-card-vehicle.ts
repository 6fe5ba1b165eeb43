import { CARDS_PER_VEHICLE_MOST } from '#contract/vehicles.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { listVehicleSpans, putCardOn } from './card-vehicle-store.ts';
import { cardsOfVehicle } from './cards-of-vehicle.ts';
import { findVehicle } from './find-vehicle.ts';
import { lockFleet } from './vehicle-store.ts';
import { NO_VEHICLE } from './vehicle.ts';

/** Puts a card on a truck, or on none. Refuses: 404 another company's card, `vehicle_id` that is no truck of the company or full. */
export async function setCardVehicle(
  ctx: Context,
  asked: { scope: CompanyScope; cardId: number; vehicleId: number | null },
): Promise<void> {
  const { scope, cardId, vehicleId } = asked;
  await readCard(ctx, scope, cardId);
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const vehicle = vehicleId === null ? null : await findVehicle(tx, scope, vehicleId);
    if (vehicleId !== null && (!vehicle || vehicle.isRemoved)) throw fieldRefusal('vehicle_id', NO_VEHICLE);
    const [before] = await listVehicleSpans(tx, scope, cardId);
    const isOn = before?.until === null ? before : null;
    if (
      vehicle &&
      isOn?.id !== vehicle.id &&
      (await cardsOfVehicle(tx, scope, vehicle.id)).length >= CARDS_PER_VEHICLE_MOST
    )
      throw fieldRefusal('vehicle_id', `На машине уже ${CARDS_PER_VEHICLE_MOST} карт`);
    await putCardOn(tx, scope, { cardId, vehicleId, now });
    noteChange(tx, {
      targets: [{ kind: 'card', id: cardId }],
      before: { plate: isOn?.plate ?? null },
      after: { plate: vehicle?.plate ?? null },
    });
  });
}
