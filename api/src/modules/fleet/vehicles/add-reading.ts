import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { ODOMETER_DOUBTED } from '#contract/vehicles.ts';
import { fieldRefusal, notFound, Refusal } from '../../../errors.ts';
import { doubtReading } from './doubt-reading.ts';
import { findVehicle } from './find-vehicle.ts';
import { NO_VEHICLE } from './vehicle.ts';
import { neighboursOf, writeReading } from './odometer-store.ts';
import { lockFleet } from './vehicle-store.ts';

/**
 * Records what a truck's odometer shows. Refuses (400) what lies ahead, and asks about what looks like a slip of the pen: it is
 * taken when it comes again as confirmed, and the readings that contradict it are set aside. 404.
 */
export function addReading(
  ctx: Context,
  input: { scope: CompanyScope; vehicleId: number; km: number; at?: Date; isConfirmed: boolean },
): Promise<number> {
  const { scope, vehicleId, km, at = ctx.clock.now(), isConfirmed } = input;
  if (at > ctx.clock.now()) throw fieldRefusal('at', 'Это время ещё не наступило');
  return ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const vehicle = await findVehicle(tx, scope, vehicleId);
    if (!vehicle || vehicle.isRemoved) throw notFound(NO_VEHICLE);
    const neighbours = await neighboursOf(tx, scope, { vehicleId, at });
    const doubt = isConfirmed ? null : doubtReading({ km, at }, neighbours);
    if (doubt !== null) throw new Refusal(400, ODOMETER_DOUBTED, doubt, { fields: { km: [doubt] } });
    return writeReading(tx, scope, { vehicleId, km, at });
  });
}
