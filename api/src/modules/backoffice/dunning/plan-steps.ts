import { addDays, getLaterDay } from '../../../lib/days.ts';
import type { DebtCase, DunningStep } from './dunning-rule.ts';

export interface PlannedStep {
  step: DunningStep;
  outcome: 'done' | 'skipped';
}

/** Names a step of a debt: it is done once. */
export function stepKey({ action, day }: Pick<DunningStep, 'action' | 'day'>): string {
  return `${action}:${day}`;
}

/**
 * Returns the day on which a step is due. The agreement may let a client work for some days without paying: the
 * client's cards are stopped only after these days, also if the rule says earlier.
 */
export function getDueDay({ action, day }: DunningStep, debt: Pick<DebtCase, 'term' | 'workUntil'>): string {
  const due = addDays(debt.term, day);
  return action === 'stop' && debt.workUntil ? getLaterDay(due, addDays(debt.workUntil, 1)) : due;
}

/**
 * Plans the steps of a debt that are due and were not done. After days without a run only the latest reminder goes out,
 * and none that speaks of a term still to come. Penalties are written day by day elsewhere.
 */
export function planSteps(
  steps: readonly DunningStep[],
  debt: Pick<DebtCase, 'term' | 'workUntil'>,
  { done, today }: { done: ReadonlySet<string>; today: string },
): PlannedStep[] {
  const due = steps
    .filter((step) => step.action !== 'penalty' && getDueDay(step, debt) <= today && !done.has(stepKey(step)))
    .toSorted((a, b) => a.day - b.day);
  const reminders = due.filter(({ action, day }) => action === 'remind' && !isOutdated(day, debt, today));
  const latest = reminders.at(-1);
  return due.map((step) => ({
    step,
    outcome: step.action === 'remind' && step !== latest ? 'skipped' : 'done',
  }));
}

/** Checks for a reminder of a term to come, once the term is over. */
function isOutdated(day: number, { term }: Pick<DebtCase, 'term'>, today: string): boolean {
  return day <= 0 && today > term;
}

/** Returns the step that comes next, with its day, or null after the last one. */
export function findNextStep(
  steps: readonly DunningStep[],
  debt: Pick<DebtCase, 'term' | 'workUntil'>,
  { done, today }: { done: ReadonlySet<string>; today: string },
): { step: DunningStep; on: string } | null {
  const left = steps
    .filter(
      (step) => !done.has(stepKey(step)) && !(step.action === 'remind' && isOutdated(step.day, debt, today)),
    )
    .map((step) => ({ step, on: getLaterDay(getDueDay(step, debt), today) }))
    .toSorted((a, b) => a.on.localeCompare(b.on) || a.step.day - b.step.day);
  return left[0] ?? null;
}
