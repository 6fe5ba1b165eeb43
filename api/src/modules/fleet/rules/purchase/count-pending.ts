import { SPENDING_MEASURES, SPENDING_PERIODS, type SpendingMeasure } from '#contract/fleet/rule-values.ts';
import type { EffectiveRule } from './decide.ts';
import type { PurchaseFacts } from './rule-kind.ts';

/** Fuel of one kind of goods that a network may sell now and has not sold yet. */
export interface PendingFuel {
  goodsId: number;
  /** How many fillings it may become. */
  fillings: number;
  centilitres: number;
  sumKopecks: number;
}

function addUp(fuels: readonly PendingFuel[]): Record<SpendingMeasure, number> {
  const total = { litres: 0, sum: 0 };
  for (const { centilitres, sumKopecks } of fuels) {
    total.litres += centilitres;
    total.sum += sumKopecks;
  }
  return total;
}

/** Counts the card's pending fuel as bought, in each period: a limit that counts some goods counts these alone. Pure. */
export function countPending(
  facts: PurchaseFacts,
  effective: readonly EffectiveRule[],
  pending: readonly PendingFuel[],
): PurchaseFacts {
  if (pending.length === 0) return facts;
  const all = addUp(pending);
  const spent = { ...facts.spent };
  for (const period of SPENDING_PERIODS) {
    spent[period] = { ...spent[period] };
    for (const measure of SPENDING_MEASURES) {
      const groups = effective.find(({ rule }) => rule.kind === `${measure}_${period}`)?.rule.groups;
      // The first digit of an id of goods is its group.
      const counted = groups
        ? addUp(pending.filter(({ goodsId }) => groups.includes(Math.floor(goodsId / 100))))
        : all;
      spent[period][measure] += counted[measure];
    }
  }
  for (const { fillings } of pending) spent.fillingsToday += fillings;
  return { ...facts, spent };
}
