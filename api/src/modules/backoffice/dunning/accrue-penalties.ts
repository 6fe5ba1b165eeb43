import { recordEvent } from '../../../audit/record-event.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertAction } from './action-store.ts';
import { addDays, getLaterDay, startOfDay } from '../../../lib/days.ts';
import type { DebtCase, DunningRule } from './dunning-rule.ts';
import { insertPenalties, listUnpaidPenalties, mapLastPenaltyDays } from './penalty-store.ts';
import { getDueDay } from './plan-steps.ts';
import { listUnpaidParts } from './unpaid-part-store.ts';

/** Days of one run, so that a long stop of the program is caught up with in pieces. */
const MAX_DAYS = 400;

/**
 * Writes the penalty of each day that is over, from the rule's day and never from before it was switched on. Days that
 * were missed are computed from the books as they were at the end of each. A penalty that was taken bears no penalty (ГК,
 * article 330).
 */
export async function accruePenalties(
  ctx: Context,
  found: readonly { debt: DebtCase; rule: DunningRule }[],
): Promise<void> {
  const now = ctx.clock.now();
  const yesterday = moscowDay(now, -1);
  const penalised = found.flatMap(({ debt, rule }) => {
    const step = rule.steps.find(({ action }) => action === 'penalty');
    return step?.rate ? [{ debt, rule, step, rate: step.rate }] : [];
  });
  const last = await mapLastPenaltyDays(
    ctx.db.system,
    penalised.map(({ debt }) => debt.companyId),
  );
  const wanted = penalised.flatMap((item) => {
    const { debt, rule, step, rate } = item;
    const lastDay = last.get(debt.companyId);
    const first = getLaterDay(
      getLaterDay(getDueDay(step, debt), moscowDay(rule.switchedAt ?? now)),
      lastDay ? addDays(lastDay, 1) : '',
    );
    return listDays(first, yesterday).map((day) => ({
      companyId: debt.companyId,
      takenBefore: startOfDay(addDays(day, 1 - debt.daysForPayment - step.day)),
      at: new Date(startOfDay(addDays(day, 1)).getTime() - 1),
      penalty: { companyId: debt.companyId, day, rate, ruleId: rule.id },
      item,
    }));
  });
  const late = await listUnpaidParts(ctx.db.system, wanted);
  const penalties = await listUnpaidPenalties(ctx.db.system, wanted);
  const byItem = Map.groupBy(
    wanted.map(({ penalty, item }, index) => ({
      ...penalty,
      base: kopecks(Math.max(0, (late[index] ?? 0) - (penalties[index] ?? 0))),
      item,
    })),
    ({ item }) => item,
  );
  for (const [{ debt, rule, step }, days] of byItem)
    await ctx.db.inSystem(async (tx) => {
      const written = await insertPenalties(
        tx,
        days.filter(({ base }) => base > 0),
        now,
      );
      if (written.length === 0) return;
      const { companyId, key, due, term } = debt;
      const action = { companyId, debt: key, action: 'penalty', stepDay: step.day, outcome: 'done' } as const;
      await insertAction(tx, { ...action, ruleId: rule.id, sum: due, term, now });
      const sumKopecks = written.reduce((sum, penalty) => sum + penalty.sum, 0);
      await recordEvent(tx, {
        at: now,
        what: 'penalty-accrued',
        companyId,
        targets: [{ kind: 'company', id: companyId }],
        details: { days: written.length, sumKopecks, rule: rule.id },
      });
    });
}

function listDays(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
}
