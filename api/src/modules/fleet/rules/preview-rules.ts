import type { EnforcedBy } from '#contract/fleet/rules.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { groupsOfCards } from '../vehicles/vehicle-groups.ts';
import { assertFitsLayer, assertKnown } from './assert-known.ts';
import { effectiveRules, formatRules, type StoredRule } from './purchase/decide.ts';
import { cardsOfGroups } from '../vehicles/vehicle-groups.ts';
import { findGroup, listOwnCards, ownCards } from './groups.ts';
import { getNetworkAbility, toEnforcedRules, weakest } from './purchase/network-ability.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { listLayers } from './rule-store.ts';

/** Purchases allowed to a card before and after rules of a wider layer are set. */
export interface CardOutlook {
  cardId: number;
  before: string;
  after: string;
  /** Null when no rule is left. */
  heldBy: EnforcedBy | null;
  /** The card's own rules, as a sentence. Null means none. */
  own: string | null;
}

/**
 * Previews for each card what rules of a group, or of all cards, would change. Changes nothing. Refuses: 400 as
 * `setRules`; 404 a group that is not the company's.
 */
export async function previewRules(
  ctx: Context,
  args: { scope: CompanyScope; groupId: number | null; rules: readonly Rule[] },
): Promise<CardOutlook[]> {
  const { scope, groupId } = args;
  assertKnown(ctx, args.rules);
  assertFitsLayer(groupId === null ? 'profile' : 'group', args.rules);
  return ctx.db.inCompany(scope, async (tx) => {
    const cards = await reachedCards(tx, scope, groupId);
    const groups = await groupsOfCards(
      tx,
      scope,
      cards.map(({ id }) => id),
    );
    const found = await listLayers(tx, scope.companyId, {
      cardIds: cards.map(({ id }) => id),
      groupIds: [...new Set(groups.values())],
    });
    const bySubject = new Map(
      found.map((layerRow) => [`${layerRow.layer} ${layerRow.subject_id}`, layerRow.rules]),
    );
    const read = (layer: string, id: number | undefined): StoredRule[] =>
      bySubject.get(`${layer} ${id}`) ?? [];
    const names = await ruleNames(tx);
    const rules = args.rules.map((rule) => ({ ...rule, since: '' }));
    return cards.map(({ id, partnerId }) => {
      const card = read('card', id);
      const layers = { profile: read('profile', 0), group: read('group', groups.get(id)), card };
      const after = effectiveRules({ ...layers, [groupId === null ? 'profile' : 'group']: rules });
      const enforced = toEnforcedRules(after, getNetworkAbility(ctx, partnerId));
      return {
        cardId: id,
        before: formatRules(effectiveRules(layers), names),
        after: formatRules(after, names),
        heldBy: enforced.length === 0 ? null : weakest(enforced.map((heldRule) => heldRule.heldBy)),
        own: card.length === 0 ? null : formatRules(effectiveRules({ profile: [], group: [], card }), names),
      };
    });
  });
}

/** The cards that a layer is over now: those of the group, or all. */
async function reachedCards(
  tx: Db,
  scope: CompanyScope,
  groupId: number | null,
): Promise<{ id: number; partnerId: number }[]> {
  if (groupId === null) return listOwnCards(tx, scope);
  if (!(await findGroup(tx, scope, groupId))) throw notFound('Группа не найдена');
  return ownCards(tx, scope, await cardsOfGroups(tx, scope, [groupId]));
}
