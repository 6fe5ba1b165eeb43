import { CARD_STATUS } from '#contract/ids.ts';
import type { EnforcedBy } from '#contract/fleet/rules.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { groupsOfCards } from '../vehicles/vehicle-groups.ts';
import { assertFitsLayer, assertKnown } from './assert-known.ts';
import {
  effectiveRules,
  findClosingReason,
  formatRules,
  type EnforcedRule,
  type Layers,
  type StoredRule,
} from './purchase/decide.ts';
import { readFactsOfMany } from './purchase/read-facts.ts';
import type { PurchaseFacts, RuleNames } from './purchase/rule-kind.ts';
import { toStoredRule } from './set-rules.ts';
import { cardsOfGroups } from '../vehicles/vehicle-groups.ts';
import { findGroup, listOwnCards, ownCards, type RuledCard } from './groups.ts';
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
  /** Why the card, which can buy now, would buy nothing from now on, as a sentence. Null where it still would. */
  stopsFor: string | null;
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
    const now = ctx.clock.now();
    const layer = groupId === null ? 'profile' : 'group';
    const changes = cards.map((card): RuleChange => {
      const own = read('card', card.id);
      const layers = { profile: read('profile', 0), group: read('group', groups.get(card.id)), card: own };
      const rules = args.rules.map((rule) => toStoredRule(rule, layers[layer], now));
      const enforce = (all: Layers) =>
        toEnforcedRules(effectiveRules(all), getNetworkAbility(ctx, card.partnerId));
      return { card, own, before: enforce(layers), after: enforce({ ...layers, [layer]: rules }) };
    });
    const stops = await listStops(tx, changes, { names, now });
    return changes.map(({ card, own, before, after }, place) => ({
      cardId: card.id,
      before: formatRules(before, names),
      after: formatRules(after, names),
      heldBy: after.length === 0 ? null : weakest(after.map((heldRule) => heldRule.heldBy)),
      own:
        own.length === 0 ? null : formatRules(effectiveRules({ profile: [], group: [], card: own }), names),
      stopsFor: stops[place] ?? null,
    }));
  });
}

interface RuleChange {
  card: RuledCard;
  own: StoredRule[];
  before: EnforcedRule[];
  after: EnforcedRule[];
}

/** Returns why cards that can buy now would stop at once, in their order; null where they would not. */
async function listStops(
  tx: Db,
  changes: readonly RuleChange[],
  { names, now }: { names: RuleNames; now: Date },
): Promise<(string | null)[]> {
  const least = {
    at: now,
    goodsId: null,
    centilitres: 1,
    sumKopecks: 1,
    unitPriceKopecks: null,
    place: null,
  };
  const findReasons = async (when: 'before' | 'after') => {
    const judged = changes.map((change) => ({
      effective: change[when].filter(({ heldBy }) => heldBy !== 'watched'),
      purchase: { ...least, card: change.card },
    }));
    const facts = await readFactsOfMany(tx, judged);
    return judged.map(({ effective }, place) =>
      findClosingReason(effective, facts[place] as PurchaseFacts, names),
    );
  };
  const before = await findReasons('before');
  const after = await findReasons('after');
  return changes.map(({ card: { statusId } }, place) =>
    statusId === CARD_STATUS.active && !before[place] ? (after[place]?.sentence ?? null) : null,
  );
}

/** The cards that a layer is over now: those of the group, or all. */
async function reachedCards(tx: Db, scope: CompanyScope, groupId: number | null): Promise<RuledCard[]> {
  if (groupId === null) return listOwnCards(tx, scope);
  if (!(await findGroup(tx, scope, groupId))) throw notFound('Группа не найдена');
  return ownCards(tx, scope, await cardsOfGroups(tx, scope, [groupId]));
}
