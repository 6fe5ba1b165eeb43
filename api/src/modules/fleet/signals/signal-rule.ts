import type { SignalRuleKey } from '#contract/signal-rule.ts';
import { findApart } from './apart-rule.ts';
import type { Filling, Finding } from './filling.ts';
import { findDayTanks, findHabit, findOtherFuel, findOverTank } from './volume-rule.ts';
import { findOutsideHours, findPrice, findRefunds, findTooFast, findTooOften } from './course-rule.ts';

/** What a rule sees: the fillings of one truck, or of one card that is on none, oldest first. */
export type SignalRule = (fillings: readonly Filling[]) => Finding[];

/** Every rule by its key; what each is called, and by which figures it goes, is in the contract. */
export const SIGNAL_RULES: Record<SignalRuleKey, SignalRule> = {
  'over-tank': findOverTank,
  'day-tanks': findDayTanks,
  'other-fuel': findOtherFuel,
  'too-fast': findTooFast,
  'too-often': findTooOften,
  'outside-hours': findOutsideHours,
  price: findPrice,
  habit: findHabit,
  apart: findApart,
  refunds: findRefunds,
};

/** Fillings by truck, or by card where it was on none, each oldest first. */
export function byTruck(fillings: readonly Filling[]): Filling[][] {
  const groups = new Map<string, Filling[]>();
  for (const one of fillings) {
    const key = one.vehicleId === null ? `card ${one.cardId}` : `vehicle ${one.vehicleId}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((group) =>
    group.toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || one.operationId - other.operationId,
    ),
  );
}

/** What one rule finds among the fillings of a company. */
export function findBy(key: SignalRuleKey, fillings: readonly Filling[]): (Finding & { filling: Filling })[] {
  return byTruck(fillings).flatMap((group) => {
    const byId = new Map(group.map((one) => [one.operationId, one]));
    return SIGNAL_RULES[key](group).flatMap((finding) => {
      const filling = byId.get(finding.operationId);
      return filling ? [{ ...finding, filling }] : [];
    });
  });
}
