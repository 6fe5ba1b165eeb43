import type { RuleLayer } from '#contract/fleet/rules.ts';
import type { Db } from '../../../../db/database.ts';
import { groupsOfAnyCards, groupOfCard } from '../../vehicles/vehicle-groups.ts';
import { type CardRules, type EffectiveRule, type Layers, effectiveRules } from './decide.ts';
import { listLayersOfCards, listLayersOfCompanies } from '../rule-store.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { isLive, listAllowances, listLiveExceptions } from './allowances.ts';
import { raiseRules } from './raise-rules.ts';
import type { Context } from '../../../../context.ts';
import { findCardHold } from '../../../cards/cards/card-holds.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { listBudgets, readBudgetUse } from './budget-use.ts';
import { NOTHING_SPENT_TOGETHER } from './rule-kind.ts';
import { listBreaches } from './breach-store.ts';
import { getNetworkAbility, toEnforcedRules, withoutRefused } from './network-ability.ts';
import { getAccessWindow } from '../opening.ts';
import { findOpenUntil, findRuleCard } from '../rule-card-store.ts';
import { ruleNames, type ShownCardRules } from './rule-names.ts';

type Card = { companyId: number; cardId: number };

/**
 * Reads the rules of these cards, of any companies, as their layers are now. At a given moment only rules that existed
 * then count: a rule made after a purchase does not apply to it. Each layer is read once, however many cards it is
 * over.
 */
export async function readRulesOfCards(
  tx: Db,
  cards: readonly Card[],
): Promise<(card: Card, at: Date) => readonly EffectiveRule[]> {
  const groups = await groupsOfAnyCards(tx, cards);
  const listLayerSubjects = ({ companyId, cardId }: Card): [layer: RuleLayer, id: number, key: string][] =>
    (
      [
        ['card', cardId],
        ['group', groups.get(cardId) ?? 0],
        ['profile', 0],
      ] as const
    ).map(([layer, id]) => [layer, id, `${companyId} ${layer} ${id}`]);
  const subjects = new Map(
    cards.flatMap((card) =>
      listLayerSubjects(card).map(([layer, subjectId, key]) => [
        key,
        { companyId: card.companyId, layer, subjectId },
      ]),
    ),
  );
  const layers = new Map(
    (await listLayersOfCompanies(tx, [...subjects.values()])).map((item) => [
      `${item.company_id} ${item.layer} ${item.subject_id}`,
      item.rules,
    ]),
  );
  const known = new Map<string, { effective: EffectiveRule[]; newest: number }>();
  return (card, at) => {
    const keys = listLayerSubjects(card).map(([, , key]) => key);
    const together = keys.filter((key) => layers.has(key)).join();
    let rules = known.get(together);
    if (!rules) {
      const [own = [], group = [], profile = []] = keys.map((key) => layers.get(key));
      const effective = effectiveRules({ profile, group, card: own });
      rules = { effective, newest: Math.max(...effective.map(getSince)) };
      known.set(together, rules);
    }
    const { effective, newest } = rules;
    return newest <= at.getTime()
      ? effective
      : effective.filter((effectiveRule) => getSince(effectiveRule) <= at.getTime());
  };
}

function getSince({ rule }: EffectiveRule): number {
  return new Date(rule.since).getTime();
}

/** The three layers of a card as they are now, raised by what was allowed for it at a moment. */
export async function readCardRules(
  tx: Db,
  scope: CompanyScope,
  { cardId, at }: { cardId: number; at: Date },
): Promise<CardRules> {
  const [[found], live] = await Promise.all([
    listLayersOfCards(tx, [{ companyId: scope.companyId, cardId }]),
    listLiveExceptions(tx, scope.companyId, { cardId, at }),
  ]);
  const layers: Layers = {
    profile: found?.profile ?? [],
    group: found?.group ?? [],
    card: found?.card ?? [],
  };
  const group = found?.groupId ? await groupOfCard(tx, scope, cardId) : null;
  return {
    layers,
    group,
    effective: raiseRules(effectiveRules(layers), live),
    allowedUntil: live[0]?.until ?? null,
  };
}

/** The rules of a card at a moment, and the group whose budgets it shares. */
export type RulesAt = (
  cardId: number,
  at: Date,
) => { effective: readonly EffectiveRule[]; groupId: number | null };

/**
 * Reads the rules and groups of many cards of any companies, by two statements that need not wait for each other. `since`
 * is a moment before all that will be asked about.
 */
export async function readRulesAt(tx: Db, cards: readonly Card[], since: Date): Promise<RulesAt> {
  const until = new Date(since.getTime() + ALLOWED_LATER_MS);
  const cardIds = cards.map(({ cardId }) => cardId);
  const [layers, allowed] = await Promise.all([
    listLayersOfCards(tx, cards),
    listAllowances(tx, { cardIds, since, until }),
  ]);
  const known = new Map(
    layers.map(({ cardId, groupId, card, group, profile }) => [
      cardId,
      {
        groupId,
        effective: effectiveRules({ card: card ?? [], group: group ?? [], profile: profile ?? [] }),
      },
    ]),
  );
  const allowances = Map.groupBy(allowed, ({ cardId }) => cardId);
  return (cardId, at) => {
    const { effective, groupId } = known.get(cardId) ?? { effective: [], groupId: null };
    const live = (allowances.get(cardId) ?? []).filter((allowance) => isLive(allowance, at));
    return { effective: raiseRules(effective, live), groupId };
  };
}

/** Longer than anyone waits between reading the rules and deciding by them. */
const ALLOWED_LATER_MS = 60_000;

/** A card's rules with who holds each. 404 for another company's card. */
export async function showCardRules(
  ctx: Context,
  scope: CompanyScope,
  cardId: number,
): Promise<ShownCardRules> {
  const card = await readCard(ctx, scope, cardId);
  return ctx.db.inCompany(scope, async (tx) => {
    const at = ctx.clock.now();
    const { layers, group, effective } = await readCardRules(tx, scope, { cardId, at });
    const [used = NOTHING_SPENT_TOGETHER] = await readBudgetUse(
      tx,
      group ? [{ companyId: scope.companyId, groupId: group.groupId, at }] : [],
    );
    const { refused = [] } = (await findRuleCard(tx, cardId)) ?? {};
    const held = toEnforcedRules(effective, withoutRefused(getNetworkAbility(ctx, card.partnerId), refused));
    const until = await findOpenUntil(tx, { companyId: scope.companyId, cardId, at });
    return {
      rules: [...layers.card],
      held,
      names: await ruleNames(tx),
      layers,
      group,
      opening: getAccessWindow(card, effective, until),
      budgets: listBudgets(layers.group, used),
      closedFor: (await findCardHold(tx, cardId, 'rules'))?.reason ?? null,
      breaches: await listBreaches(tx, scope, cardId),
    };
  });
}
