import type { RuleLayer } from '#contract/rules.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { groupOfCard } from '../vehicles/group-of-card.ts';
import { effectiveRules, type EffectiveRule, type Layers } from './decide.ts';
import { listLiveExceptions } from './allowance-store.ts';
import { raiseRules } from './raise-rules.ts';
import { listLayers } from './rule-store.ts';

export interface CardRules {
  layers: Layers;
  group: { groupId: number; title: string } | null;
  effective: readonly EffectiveRule[];
  /** When the first of what was allowed besides ends; null: nothing is. */
  allowedUntil: Date | null;
}

/** The three layers of a card as they are now, raised by what was allowed for it at a moment. */
export async function readCardRules(
  tx: Db,
  scope: CompanyScope,
  { cardId, at }: { cardId: number; at: Date },
): Promise<CardRules> {
  const group = await groupOfCard(tx, scope, cardId);
  const found = await listLayers(tx, scope.companyId, {
    cardIds: [cardId],
    groupIds: group ? [group.groupId] : [],
  });
  const of = (layer: RuleLayer) => found.find((one) => one.layer === layer)?.rules ?? [];
  const layers: Layers = { profile: of('profile'), group: of('group'), card: of('card') };
  const live = await listLiveExceptions(tx, scope.companyId, { cardId, at });
  return {
    layers,
    group,
    effective: raiseRules(effectiveRules(layers), live),
    allowedUntil: live[0]?.until ?? null,
  };
}
