import { plateIn } from '#contract/values/plate.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { TelematicsTokenRefused, TelematicsUnavailable } from '../../../gateways/telematics/telematics.ts';
import type { Unit } from '../../../gateways/telematics/telematics.ts';
import { seal } from '../../../lib/secrets.ts';
import { vehiclesOfCompany } from '../vehicles/vehicles.ts';
import { deleteLink, setHandsOver, writeLink, writeUnits } from './link-store.ts';

/** Returns the key that seals tokens. Refuses when the operator has set none. */
export function telematicsKey({ config }: Context): string {
  if (config.telematics.key === null)
    throw conflict('На этом портале Wialon не подключён: обратитесь в поддержку');
  return config.telematics.key;
}

/** Tries the token, seals it, and finds the units by their plates. Refuses: 400 a refused token, 409 no answer. */
export async function connectTelematics(
  ctx: Context,
  input: { scope: CompanyScope; userId: number; token: string },
): Promise<void> {
  const { scope, userId, token } = input;
  const key = telematicsKey(ctx);
  const units = await listUnits(ctx, token);
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const found = matchUnits(units, await vehiclesOfCompany(tx, scope));
    await writeLink(tx, scope, { sealed: seal(token, key), userId, now });
    await writeUnits(tx, scope, found);
    const details = { units: units.length, matched: found.length };
    await recordEvent(tx, {
      at: now,
      what: 'telematics-connected',
      userId,
      companyId: scope.companyId,
      details,
    });
  });
}

async function listUnits(ctx: Context, token: string): Promise<Unit[]> {
  try {
    return await ctx.telematics.listUnits(token);
  } catch (error) {
    if (error instanceof TelematicsTokenRefused)
      throw fieldRefusal('token', 'Wialon не принимает этот токен: проверьте его и срок действия');
    if (error instanceof TelematicsUnavailable) throw conflict('Wialon не отвечает. Попробуйте позже');
    throw error;
  }
}

/** A unit is the truck whose plate stands in its name; of two with one plate the first. */
function matchUnits(
  units: readonly Unit[],
  vehicles: readonly { id: number; plate: string }[],
): { vehicleId: number; unitId: number; title: string }[] {
  const byPlate = new Map<string, Unit>();
  for (const unit of units) {
    const plate = plateIn(unit.title)?.plate;
    if (plate && !byPlate.has(plate)) byPlate.set(plate, unit);
  }
  return vehicles.flatMap(({ id, plate }) => {
    const unit = byPlate.get(plate);
    return unit ? [{ vehicleId: id, unitId: unit.id, title: unit.title }] : [];
  });
}

export async function disconnectTelematics(ctx: Context, scope: CompanyScope, userId: number): Promise<void> {
  await ctx.db.inCompany(scope, async (tx) => {
    if (!(await deleteLink(tx, scope))) throw notFound('Wialon не подключён');
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'telematics-disconnected',
      userId,
      companyId: scope.companyId,
    });
  });
}

/** Starts the handover from now on, or stops it. */
export async function setTelematics(ctx: Context, scope: CompanyScope, handsOver: boolean): Promise<void> {
  await ctx.db.inCompany(scope, async (tx) => {
    if (!(await setHandsOver(tx, scope, handsOver ? ctx.clock.now() : null)))
      throw notFound('Wialon не подключён');
  });
}
