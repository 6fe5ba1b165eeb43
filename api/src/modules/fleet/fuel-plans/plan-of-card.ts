import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { findVehicleOfCard } from '../vehicles/find-vehicle-of-card.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { findOpenPlanOfVehicle } from './fuel-plan-store.ts';
import { listPlanFillings } from './list-plan-fillings.ts';
import { matchFillings, type PlanFact } from './match-fillings.ts';

/** The plan that the driver of a card goes by, with what is filled already; null: none was sent to his truck. */
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
