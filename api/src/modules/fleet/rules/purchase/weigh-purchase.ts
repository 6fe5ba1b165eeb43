import type { RuleKind } from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import type { Db } from '../../../../db/database.ts';
import { decide } from './decide.ts';
import { findPlaceOfSale } from './find-place.ts';
import { computeSmallestRaise } from './raise-rules.ts';
import { readCardRules } from './read-rules-of-cards.ts';
import { readFacts } from './read-facts.ts';
import { ruleNames } from './rule-names.ts';
import type { Raises } from './rule-kind.ts';

export interface WeighedPurchase {
  card: { id: number; companyId: number; partnerId: number };
  at: Date;
  goodsId: number | null;
  centilitres: number;
  sumKopecks: number | null;
  station: string | null;
}

/** Rules that prevent a purchase. */
export interface Obstacles {
  rules: RuleKind[];
  /** Why, in sentences. */
  asks: string;
  raises: Raises;
  groupId: number | null;
}

/**
 * Returns which of the card's rules decline a purchase now, and the smallest increase of them that would allow it.
 * Null when none declines.
 */
export async function weighPurchase(
  tx: Db,
  scope: CompanyScope,
  purchase: WeighedPurchase,
): Promise<Obstacles | null> {
  const { card, at, station, sumKopecks, centilitres } = purchase;
  const { effective, group } = await readCardRules(tx, scope, { cardId: card.id, at });
  const place = station === null ? null : await findPlaceOfSale(tx, station);
  const unitPriceKopecks = sumKopecks === null ? null : Math.round((sumKopecks * 100) / centilitres);
  const facts = await readFacts(tx, scope, effective, { ...purchase, unitPriceKopecks, place });
  const reasons = decide(effective, facts, await ruleNames(tx));
  if (reasons.length === 0) return null;
  return {
    rules: reasons.map((reason) => reason.rule),
    asks: reasons.map((reason) => reason.sentence).join(' '),
    raises: computeSmallestRaise(effective, facts),
    groupId: group?.groupId ?? null,
  };
}
