import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { groupOfCard } from '../vehicles/group-of-card.ts';
import { effectiveRules, type EffectiveRule, type Layers } from './decide.ts';
import { listLayers } from './rule-store.ts';

export interface CardRules {
  layers: Layers;
  group: { groupId: number; title: string } | null;
  effective: EffectiveRule[];
}

/** The three layers of a card as they are now. */
export async function readCardRules(tx: Db, scope: CompanyScope, cardId: number): Promise<CardRules> {
  const group = await groupOfCard(tx, scope, cardId);
  const found = await listLayers(tx, scope.companyId, {
    cardIds: [cardId],
    groupIds: group ? [group.groupId] : [],
  });
  const of = (layer: 'profile' | 'group' | 'card') => found.find((one) => one.layer === layer)?.rules ?? [];
  const layers: Layers = { profile: of('profile'), group: of('group'), card: of('card') };
  return { layers, group, effective: effectiveRules(layers) };
}
