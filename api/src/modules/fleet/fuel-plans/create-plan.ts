import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { NO_PLAN, type PlanWish } from './fuel-plan.ts';
import { findPlan, insertPlan } from './fuel-plan-store.ts';
import { makePlan, type PlanRequest } from './make-plan.ts';

/**
 * Saves a plan as a draft, and returns the same one for the same request key. Refuses like `makePlan`; 409 when the
 * plan to replace has ended.
 */
export async function createPlan(
  ctx: Context,
  args: {
    scope: CompanyScope;
    wish: PlanWish;
    replacesId: number | null;
    userId: number;
    requestKey: RequestKey | null;
    signal: AbortSignal;
    isOffered?: PlanRequest['isOffered'];
  },
): Promise<number> {
  const { scope, wish, replacesId, userId, requestKey, signal, isOffered } = args;
  return repeatable(ctx, requestKey, async () => {
    // No worker is waited for while the database holds a transaction open.
    const made = await makePlan(ctx, scope, { wish, signal, ...(isOffered && { isOffered }) });
    const now = ctx.clock.now();
    return ctx.db.inCompany(scope, (tx) =>
      doOnce(tx, requestKey, now, async () => {
        if (replacesId !== null) {
          const before = await findPlan(tx, scope, replacesId);
          if (!before) throw notFound(NO_PLAN);
          if (before.endedAt) throw conflict('Этот план уже закончился: сделайте новый');
        }
        return insertPlan(tx, scope, { made, replacesId, userId, now });
      }),
    );
  });
}
