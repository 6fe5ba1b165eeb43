import {
  BUDGET_PERIODS,
  SPENDING_MEASURES,
  SPENDING_PERIODS,
  TANK,
  type SpendingKind,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { readCard } from '../../cards/cards/read-card.ts';
import { findClosingReason, formatRules, type EffectiveRule, type Reason } from '../rules/purchase/decide.ts';
import { getAccessWindow, type AccessWindow } from '../rules/opening.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { readFacts } from '../rules/purchase/read-facts.ts';
import { ruleNames } from '../rules/purchase/rule-names.ts';

/** The rules of a card, with the fields for its driver. */
export interface DriverRules {
  /** All of them, as one sentence. Null means that there are none. */
  sentence: string | null;
  /** Whether the sentence is of one rule. */
  isOne: boolean;
  /** Remainder of each rule that purchases use up, in hundredths. */
  left: { kind: SpendingKind; period: SpendingPeriod; measure: SpendingMeasure; left: number; of: number }[];
  /** Remainders of the budgets that the card's group shares. */
  together: Omit<DriverRules['left'][number], 'kind'>[];
  /** Maximum of one purchase, in hundredths of a litre. Null means that no rule sets it, or the tank is not known. */
  perFilling: number | null;
  /** Why no purchase would pass now. Null means that some would. */
  closedBy: Reason | null;
  /** Opening of a card that is closed by default. */
  opening: AccessWindow | null;
}

export async function readDriverRules(
  tx: Db,
  scope: CompanyScope,
  { card, at }: { card: Awaited<ReturnType<typeof readCard>>; at: Date },
): Promise<DriverRules> {
  const { effective } = await readCardRules(tx, scope, { cardId: card.id, at });
  if (effective.length === 0)
    return {
      sentence: null,
      isOne: false,
      left: [],
      together: [],
      perFilling: null,
      closedBy: null,
      opening: null,
    };
  const names = await ruleNames(tx);
  const nothing = { goodsId: null, centilitres: 0, unitPriceKopecks: null, sumKopecks: null, place: null };
  const facts = await readFacts(tx, scope, effective, { ...nothing, card, at });
  const left = SPENDING_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.flatMap((measure) => {
      const kind: SpendingKind = `${measure}_${period}`;
      const rule = effective.find((effectiveRule) => effectiveRule.rule.kind === kind)?.rule;
      if (typeof rule?.value !== 'number') return [];
      const of = Math.round(rule.value * 100);
      return [{ kind, period, measure, left: Math.max(0, of - facts.spent[period][measure]), of }];
    }),
  );
  const together = BUDGET_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.flatMap((measure) => {
      const found = effective.find(({ rule }) => rule.kind === `together_${measure}_${period}`)?.rule.value;
      if (typeof found !== 'number') return [];
      const of = Math.round(found * 100);
      return [{ period, measure, left: Math.max(0, of - facts.spentTogether[period][measure]), of }];
    }),
  );
  return {
    sentence: formatRules(effective, names),
    isOne: effective.length === 1,
    left,
    together,
    perFilling: countPerFilling(effective, facts.tankLitres),
    closedBy: findClosingReason(effective, facts, names),
    opening: getAccessWindow(card, effective, facts.openUntil),
  };
}

function countPerFilling(effective: readonly EffectiveRule[], tankLitres: number | null): number | null {
  const value = effective.find(({ rule }) => rule.kind === 'litres_filling')?.rule.value;
  const litres = value === TANK ? tankLitres : value;
  return typeof litres === 'number' ? Math.round(litres * 100) : null;
}
