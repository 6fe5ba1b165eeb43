import type { EnforcedBy, RuleLayer } from '#contract/fleet/rules.ts';
import type { Rule, RuleKind } from '#contract/fleet/rule-values.ts';
import { GOODS_GROUPS } from '../../../cards/cards/goods-group.ts';
import { type PurchaseFacts, type RuleNames, KINDS_IN_ORDER, RULE_KIND } from './rule-kind.ts';

/** A rule as it is stored, with the start of its validity, from which a «once» counts. */
export type StoredRule = Rule & {
  since: string;
  /** Whether it is the limit or the goods chosen for a card, and not one of a list of rules. */
  chosen?: true;
  /** The groups of goods that a limit counts; absent: all. */
  groups?: readonly number[];
};
export type Layers = Record<RuleLayer, readonly StoredRule[]>;

export interface EffectiveRule {
  rule: StoredRule;
  layer: RuleLayer;
}
export interface EnforcedRule extends EffectiveRule {
  heldBy: EnforcedBy;
  note: string | null;
}

export interface Reason {
  rule: RuleKind;
  sentence: string;
}

const NEAREST_FIRST: readonly RuleLayer[] = ['card', 'group', 'profile'];

/**
 * Returns the rules in force: of each kind the one from the nearest layer. A rule without a value lifts those of the
 * wider layers. In the order of the sentence.
 */
export function effectiveRules(layers: Layers): EffectiveRule[] {
  return KINDS_IN_ORDER.flatMap((kind) => {
    for (const layer of NEAREST_FIRST) {
      const rule = layers[layer].find((keptRule) => keptRule.kind === kind);
      if (rule) return rule.value === null ? [] : [{ rule, layer }];
    }
    return [];
  });
}

/** Why a purchase breaks rules: one reason for each that it breaks, none when it may pass. Pure. */
export function decide(
  effective: readonly EffectiveRule[],
  facts: PurchaseFacts,
  names: RuleNames,
): Reason[] {
  return effective.flatMap(({ rule: { kind, value, groups } }) => {
    if (groups && facts.goodsId !== null && !groups.includes(groupOfGoods(facts.goodsId))) return [];
    const sentence = RULE_KIND[kind].broken(value as never, facts, names);
    return sentence === null ? [] : [{ rule: kind, sentence }];
  });
}

/** «Дизель до 350 л в сутки, пн–сб 6–22, Центральный округ, не больше бака». */
export function formatRules(effective: readonly Pick<EffectiveRule, 'rule'>[], names: RuleNames): string {
  const parts = effective.map(({ rule }) => ({ kind: rule.kind, words: formatRule(rule, names) }));
  if (parts.length === 0) return 'Без ограничений';
  const text = parts.reduce((input, { words }, index) => {
    if (index === 0) return words;
    const follows = parts[index - 1]?.kind === 'goods' && words.startsWith('до ');
    return `${input}${follows ? ' ' : ', '}${words}`;
  }, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function formatRule(rule: Rule & Pick<StoredRule, 'groups'>, names: RuleNames): string {
  if (rule.value === null) return 'без ограничения';
  const words = RULE_KIND[rule.kind].words(rule.value as never, names);
  if (!rule.groups) return words;
  const counted = GOODS_GROUPS.filter(({ treeItemId }) => rule.groups?.includes(treeItemId));
  return `${words} (${counted.map(({ title }) => title.toLowerCase()).join(', ')})`;
}

/** The first digit of an id of goods is its group. */
function groupOfGoods(goodsId: number): number {
  return Math.floor(goodsId / 100);
}

/** Returns the reason why the portal closes the card: a rule that none of its purchases can pass now, however small. */
export function findClosingReason(
  effective: readonly EffectiveRule[],
  facts: PurchaseFacts,
  names: RuleNames,
): Reason | null {
  // Where a limit counts only some goods, others may still be bought.
  const closes = effective.filter(
    ({ rule }) => ['close', 'limit'].includes(RULE_KIND[rule.kind].hold) && !rule.groups,
  );
  const least = { ...facts, goodsId: null, station: null, centilitres: 1, sumKopecks: 1 };
  return decide(closes, least, names)[0] ?? null;
}

export interface CardRules {
  layers: Layers;
  group: { groupId: number; title: string } | null;
  effective: readonly EffectiveRule[];
  /** Time when the first allowed exception ends, or null when there is none. */
  allowedUntil: Date | null;
}
