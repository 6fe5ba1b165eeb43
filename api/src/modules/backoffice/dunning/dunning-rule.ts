import type { DunningAction, DunningBasis, DunningChannel } from '#contract/backoffice/dunning.ts';
import type { Kopecks } from '#contract/kopecks.ts';

export interface DunningStep {
  /** Days after the term, below zero before it. */
  day: number;
  action: DunningAction;
  /** The operator's own text of a reminder. */
  text: string;
  channels: readonly DunningChannel[];
  /** The rate of a penalty: hundredths of a percent a day. */
  rate: number | null;
}

/** Clients that a rule concerns: one, a group, or all others. */
interface RuleTarget {
  companyId: number | null;
  groupId: number | null;
}

export interface RuleDraft extends RuleTarget {
  basis: DunningBasis;
  steps: readonly DunningStep[];
  /** Cards that the rule has stopped go to work again once the debt is paid. */
  releases: boolean;
}

export interface DunningRule extends RuleDraft {
  id: number;
  client: { id: number; inn: string; title: string } | null;
  group: { id: number; title: string } | null;
  active: boolean;
  changedAt: Date;
  changedBy: string;
  switchedAt: Date | null;
  switchedBy: string | null;
}

/** A debt of a client, or an invoice that he has not paid. Days are Moscow days. */
export interface DebtCase {
  companyId: number;
  inn: string;
  title: string;
  basis: DunningBasis;
  /** Identifies the debt among those of its client: `credit:2026-09-15`, `invoice:12`. */
  key: string;
  /** The client's text for it: «топливо и услуги в кредит», «счёт М-000012». */
  about: string;
  /** The sum that has to be paid by the term, or had to. */
  due: Kopecks;
  /** All of the credit in use, or the unpaid part of the invoice. */
  total: Kopecks;
  /** The last day to pay. */
  term: string;
  /** Days of the credit's term; 0 of an invoice. */
  daysForPayment: number;
  /** The last day that the agreement lets the client work without paying; null where it is the term. */
  workUntil: string | null;
}

/** Finds the active rule that is nearest to a client: his own, then his group's, then the one for all others. */
export function chooseRule<Rule extends RuleTarget & Pick<RuleDraft, 'basis'>>(
  rules: readonly Rule[],
  client: { companyId: number; groupId: number | null; basis: DunningBasis },
): Rule | null {
  const { companyId, groupId, basis } = client;
  const fitting = rules.filter((rule) => rule.basis === basis);
  return (
    fitting.find((rule) => rule.companyId === companyId) ??
    fitting.find((rule) => rule.groupId !== null && rule.groupId === groupId) ??
    fitting.find((rule) => rule.companyId === null && rule.groupId === null) ??
    null
  );
}
