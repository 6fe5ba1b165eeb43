import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { FUEL_PLAN_STATE_TITLE } from '#contract/fuel-plan-shapes.ts';
import { NO_PLAN, type FuelPlan, type NextState } from './fuel-plan.ts';
import { lockPlan, writeState } from './fuel-plan-store.ts';

/** Sends, starts, finishes or cancels a plan; one that it replaces is cancelled when it is sent. 404; 409 there is no way from its state. */
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
    noteChange(tx, { before: { state: before.state }, after: { state, way: before.way } });
    return { ...before, state };
  });
}
