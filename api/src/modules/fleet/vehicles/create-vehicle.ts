import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { assertPlausible } from './odometer.ts';
import { insertVehicle, putCardsOn, type VehicleInput } from './vehicle-store.ts';

/** Adds a truck with its cards and returns its id; the same one for the same request key. Refuses as `assertPlausible`. */
export function createVehicle(
  ctx: Context,
  args: {
    scope: CompanyScope;
    input: VehicleInput;
    cardIds: readonly number[] | undefined;
    requestKey: RequestKey | null;
  },
): Promise<number> {
  const { scope, input, cardIds, requestKey } = args;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      await assertPlausible(tx, scope, { vehicleId: null, input, cardIds });
      const vehicleId = await insertVehicle(tx, scope, { input, now });
      await putCardsOn(tx, scope, { vehicleId, cardIds: cardIds ?? [], now });
      return vehicleId;
    }),
  );
}
