import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { accruePenalties } from './accrue-penalties.ts';
import { mapDoneSteps } from './action-store.ts';
import { doStep } from './do-step.ts';
import { chooseRule, type DebtCase, type DunningRule } from './dunning-rule.ts';
import { listDebts } from './debts.ts';
import { listPausedClients } from './pauses.ts';
import { planSteps } from './plan-steps.ts';
import { listRules, mapGroupsOfClients } from './rule-store.ts';

/**
 * Does what the active rules ask for today. A repeat does nothing twice, and a run after days without one catches up:
 * of the reminders that were missed only the latest goes out. Where one client's step fails, the others go on, and the
 * job is tried again.
 */
export async function runDunning(ctx: Context): Promise<void> {
  const found = await listDebtsUnderRules(ctx);
  await accruePenalties(
    ctx,
    found.filter(({ debt }) => debt.basis === 'credit'),
  );
  const today = moscowDay(ctx.clock.now());
  const paused = await listPausedClients(ctx.db.system, today);
  const done = await mapDoneSteps(
    ctx.db.system,
    found.map(({ debt }) => debt),
  );
  let failure: unknown = null;
  for (const { debt, rule } of found) {
    if (paused.has(debt.companyId)) continue;
    const doneSteps = done.get(`${debt.companyId} ${debt.key}`) ?? new Set<string>();
    for (const planned of planSteps(rule.steps, debt, { done: doneSteps, today }))
      try {
        await doStep(ctx, { ...planned, rule, debt, done: doneSteps });
      } catch (error) {
        ctx.log.error({ err: error, companyId: debt.companyId, step: planned.step.action }, 'a step failed');
        failure ??= error;
      }
  }
  if (failure !== null) throw failure;
}

/** Lists the debts of clients with the active rule that is nearest to each. */
async function listDebtsUnderRules(ctx: Context): Promise<{ debt: DebtCase; rule: DunningRule }[]> {
  const rules = (await listRules(ctx.db.system)).filter(({ active }) => active);
  const groups = await mapGroupsOfClients(ctx.db.system);
  const found = [];
  for (const basis of new Set(rules.map((rule) => rule.basis)))
    for (const debt of await listDebts(ctx, basis)) {
      const rule = chooseRule(rules, { ...debt, groupId: groups.get(debt.companyId) ?? null });
      if (rule) found.push({ debt, rule });
    }
  return found;
}

/** Returns a test for clients whom an active rule reminds of the term itself: the general notice is not for them. */
export async function findRemindedClients(ctx: Context): Promise<(companyId: number) => boolean> {
  const rules = (await listRules(ctx.db.system)).filter(({ active }) => active);
  if (rules.length === 0) return () => false;
  const groups = await mapGroupsOfClients(ctx.db.system);
  return (companyId) => {
    const rule = chooseRule(rules, { companyId, groupId: groups.get(companyId) ?? null, basis: 'credit' });
    return rule?.steps.some(({ action, day }) => action === 'remind' && day <= 0) ?? false;
  };
}
