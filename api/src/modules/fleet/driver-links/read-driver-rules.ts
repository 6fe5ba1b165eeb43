import {
  SPENDING_MEASURES,
  SPENDING_PERIODS,
  type SpendingKind,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { readCard } from '../../cards/cards/read-card.ts';
import { closingReason, formatRules } from '../rules/purchase/decide.ts';
import { getOpening, type Opening } from '../rules/opening.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { readFacts } from '../rules/purchase/read-facts.ts';
import { ruleNames } from '../rules/purchase/rule-names.ts';

/** The rules of a card as its driver needs them. */
export interface DriverRules {
  /** All of them, as one sentence. Null means that there are none. */
  sentence: string | null;
  /** Remainder of each rule that purchases use up, in hundredths. */
  left: { kind: SpendingKind; title: string; measure: SpendingMeasure; left: number; of: number }[];
  /** Why no purchase would pass now. Null means that some would. */
  closedBy: string | null;
  /** Opening of a card that is closed by default. */
  opening: Opening | null;
}

const TITLE: Record<SpendingPeriod, string> = {
  day: 'на сегодня',
  week: 'на эту неделю',
  month: 'на этот месяц',
  quarter: 'на этот квартал',
  once: 'всего',
};

export async function readDriverRules(
  tx: Db,
  scope: CompanyScope,
  { card, at }: { card: Awaited<ReturnType<typeof readCard>>; at: Date },
): Promise<DriverRules> {
  const { effective } = await readCardRules(tx, scope, { cardId: card.id, at });
  if (effective.length === 0) return { sentence: null, left: [], closedBy: null, opening: null };
  const names = await ruleNames(tx);
  const nothing = { goodsId: null, centilitres: 0, unitPriceKopecks: null, sumKopecks: null, place: null };
  const facts = await readFacts(tx, scope, effective, { ...nothing, card, at });
  const left = SPENDING_PERIODS.flatMap((period) =>
    SPENDING_MEASURES.flatMap((measure) => {
      const kind: SpendingKind = `${measure}_${period}`;
      const rule = effective.find((effectiveRule) => effectiveRule.rule.kind === kind)?.rule;
      if (typeof rule?.value !== 'number') return [];
      const of = Math.round(rule.value * 100);
      return [
        { kind, title: TITLE[period], measure, left: Math.max(0, of - facts.spent[period][measure]), of },
      ];
    }),
  );
  return {
    sentence: formatRules(effective, names),
    left,
    closedBy: closingReason(effective, facts, names),
    opening: getOpening(card, effective, facts.openUntil),
  };
}
