import type { DunningAction } from '#contract/backoffice/dunning.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { mapDoneSteps } from './action-store.ts';
import { chooseRule, type DebtCase, type DunningStep, type RuleDraft } from './dunning-rule.ts';
import { listDebts } from './debts.ts';
import { listPausedClients } from './pauses.ts';
import { computePenalty } from './penalty-store.ts';
import { getDueDay, planSteps, stepKey } from './plan-steps.ts';
import { listRules, mapGroupsOfClients } from './rule-store.ts';

export interface MetClient {
  client: { id: number; inn: string; title: string };
  /** The sum to be paid; of a penalty: the sum that a day adds. */
  sum: Kopecks;
  term: string;
}

export interface RulePreview {
  today: string;
  /** Number of clients with a debt that the rule concerns. */
  clients: number;
  steps: { action: DunningAction; day: number; today: MetClient[]; tomorrow: MetClient[] }[];
}

/**
 * Returns whom each step would meet today and tomorrow if the rule were active, by the same plan as the run itself.
 * Tomorrow's are those left if no one pays.
 */
export async function previewRule(ctx: Context, draft: RuleDraft): Promise<RulePreview> {
  const db = ctx.db.system;
  const now = ctx.clock.now();
  const [today, tomorrow] = [moscowDay(now), moscowDay(now, 1)];
  const debts = await listConcerned(ctx, draft);
  const done = await mapDoneSteps(db, debts);
  const pausedToday = await listPausedClients(db, today);
  const pausedTomorrow = await listPausedClients(db, tomorrow);
  const met = new Map(
    draft.steps.map((step) => [step, { today: [] as MetClient[], tomorrow: [] as MetClient[] }]),
  );
  for (const debt of debts) {
    const doneSteps = new Set(done.get(`${debt.companyId} ${debt.key}`));
    if (!pausedToday.has(debt.companyId))
      for (const { step, outcome } of meet(draft.steps, debt, { done: doneSteps, day: today })) {
        if (step.action !== 'penalty') doneSteps.add(stepKey(step));
        if (outcome === 'done') met.get(step)?.today.push(toMet(debt, step));
      }
    if (!pausedTomorrow.has(debt.companyId))
      for (const { step, outcome } of meet(draft.steps, debt, { done: doneSteps, day: tomorrow }))
        if (outcome === 'done') met.get(step)?.tomorrow.push(toMet(debt, step));
  }
  return {
    today,
    clients: new Set(debts.map(({ companyId }) => companyId)).size,
    steps: [...met].map(([{ action, day }, clients]) => ({ action, day, ...clients })),
  };
}

/** Lists the debts for which the draft would be the nearest of the active rules. */
async function listConcerned(ctx: Context, draft: RuleDraft): Promise<DebtCase[]> {
  const rules = (await listRules(ctx.db.system)).filter(
    (rule) =>
      rule.active &&
      !(rule.basis === draft.basis && rule.companyId === draft.companyId && rule.groupId === draft.groupId),
  );
  const groups = await mapGroupsOfClients(ctx.db.system);
  const debts = await listDebts(ctx, draft.basis);
  const all: RuleDraft[] = [...rules, draft];
  return debts.filter(
    (debt) => chooseRule(all, { ...debt, groupId: groups.get(debt.companyId) ?? null }) === draft,
  );
}

/** Plans the steps of a day; a penalty meets a debt on each day since its own. */
function meet(
  steps: readonly DunningStep[],
  debt: DebtCase,
  { done, day }: { done: ReadonlySet<string>; day: string },
) {
  const penalties = steps.filter((step) => step.action === 'penalty' && getDueDay(step, debt) <= day);
  return [
    ...planSteps(steps, debt, { done, today: day }),
    ...penalties.map((step) => ({ step, outcome: 'done' as const })),
  ];
}

function toMet(debt: DebtCase, step: DunningStep): MetClient {
  const { companyId, inn, title, due, term } = debt;
  const sum = step.action === 'penalty' ? computePenalty(due, step.rate ?? 0) : due;
  return { client: { id: companyId, inn, title }, sum, term };
}
