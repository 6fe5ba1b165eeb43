import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { findVehicle } from './find-vehicle.ts';
import { NO_VEHICLE } from './vehicle.ts';
import { neighboursOf, writeReading } from './odometer-store.ts';
import { lockFleet } from './vehicle-store.ts';

/** Notes what a truck's odometer shows. Refuses what lies ahead, and what would make it run backwards; 404. */
export function addReading(
  ctx: Context,
  asked: { scope: CompanyScope; vehicleId: number; km: number; at?: Date },
): Promise<number> {
  const { scope, vehicleId, km, at = ctx.clock.now() } = asked;
  if (at > ctx.clock.now()) throw fieldRefusal('at', 'Это время ещё не наступило');
  return ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const vehicle = await findVehicle(tx, scope, vehicleId);
    if (!vehicle || vehicle.isRemoved) throw notFound(NO_VEHICLE);
    const problem = await problemOfReading(tx, scope, { vehicleId, km, at });
    if (problem) throw fieldRefusal('km', problem);
    return writeReading(tx, scope, { vehicleId, km, at });
  });
}

/** Why an odometer can't have shown this at that moment; null when it can. */
export async function problemOfReading(
  tx: Db,
  scope: CompanyScope,
  said: { vehicleId: number; km: number; at: Date },
): Promise<string | null> {
  const { before, after } = await neighboursOf(tx, scope, said);
  if (before !== null && said.km < before) return `Раньше одометр уже показывал ${before} км`;
  if (after !== null && said.km > after) return `Позже одометр показывал ${after} км`;
  return null;
}
