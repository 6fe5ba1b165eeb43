import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { type DoneAction, listDoneActions, mapDoneSteps } from './action-store.ts';
import { countDays } from '../../../lib/days.ts';
import { chooseRule, type DebtCase, type DunningRule, type DunningStep } from './dunning-rule.ts';
import { findCreditDebt } from './debts.ts';
import { findOwner, type Owner } from './owners.ts';
import { type DunningPause, findPause } from './pauses.ts';
import { findPenalty } from './penalty-store.ts';
import { findNextStep } from './plan-steps.ts';
import { listRules, mapGroupsOfClients } from './rule-store.ts';

export interface ClientDunning {
  rule: DunningRule | null;
  debt: (DebtCase & { lateDays: number }) | null;
  next: { step: DunningStep; on: string } | null;
  penalty: { sum: Kopecks; booked: Kopecks; days: number; since: string } | null;
  pause: DunningPause | null;
  done: DoneAction[];
  owner: Owner | null;
}

/** Reads where the collection of a client's debt by credit stands. 404 no client. */
export async function readClientDunning(ctx: Context, companyId: number): Promise<ClientDunning> {
  const db = ctx.db.system;
  const company = await findCompany(db, companyId);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  const today = moscowDay(ctx.clock.now());
  const rules = (await listRules(db)).filter(({ active }) => active);
  const groupId = (await mapGroupsOfClients(db)).get(companyId) ?? null;
  const rule = chooseRule(rules, { companyId, groupId, basis: 'credit' });
  const debt = await findCreditDebt(ctx, companyId);
  const done = debt && (await mapDoneSteps(db, [debt])).get(`${companyId} ${debt.key}`);
  return {
    rule,
    debt: debt && { ...debt, lateDays: Math.max(0, countDays(debt.term, today)) },
    next: rule && debt ? findNextStep(rule.steps, debt, { done: done ?? new Set(), today }) : null,
    penalty: await findPenalty(db, companyId),
    pause: await findPause(db, companyId, today),
    done: await listDoneActions(db, companyId),
    owner: await findOwner(ctx, companyId),
  };
}
