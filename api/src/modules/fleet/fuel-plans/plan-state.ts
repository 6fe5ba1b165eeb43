import { FUEL_PLAN_STATE_TITLE } from '#contract/fleet/fuel-plan-shapes.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { findVehicleOfCard } from '../vehicles/vehicles.ts';
import { type FuelPlan, NO_PLAN, type NextState } from './fuel-plan.ts';
import { findOpenPlanOfVehicle, lockPlan, writeState } from './fuel-plan-store.ts';
import { listPlanFillings } from './read-truck-fuel.ts';
import { matchFillings, type PlanFact } from './match-fillings.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';

/** Plan that the driver of a card follows, with the fillings so far. Null means that none was sent to his truck. */
export async function planOfCard(
  tx: Db,
  scope: CompanyScope,
  { cardId, at }: { cardId: number; at: Date },
): Promise<{ plan: FuelPlan; fact: PlanFact } | null> {
  const vehicle = await findVehicleOfCard(tx, scope, { cardId, at });
  const plan = vehicle && (await findOpenPlanOfVehicle(tx, scope, vehicle.id));
  if (!plan) return null;
  const fillings = await listPlanFillings(tx, scope, [plan.id]);
  return { plan, fact: matchFillings(plan, fillings.get(plan.id) ?? []) };
}

/** Sends, starts, finishes or cancels a plan; sending cancels the plan that it replaces. 404; 409 the plan's state does not allow the change. */
export function changePlanState(
  ctx: Context,
  scope: CompanyScope,
  { planId, state, reason = '' }: { planId: number; state: NextState; reason?: string },
): Promise<FuelPlan> {
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const before = await lockPlan(tx, scope, planId);
    if (!before) throw notFound(NO_PLAN);
    if (!(await writeState(tx, scope, { id: planId, state, now, reason })))
      throw conflict(`План уже в состоянии «${FUEL_PLAN_STATE_TITLE[before.state]}»`);
    if (state === 'sent' && before.replacesId !== null)
      await writeState(tx, scope, {
        id: before.replacesId,
        state: 'cancelled',
        now,
        reason: `Заменён планом № ${planId}`,
      });
    recordChange(tx, { before: { state: before.state }, after: { state, way: before.way } });
    return { ...before, state };
  });
}
