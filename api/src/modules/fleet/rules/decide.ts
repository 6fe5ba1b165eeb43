import type { HeldBy, RuleLayer } from '#contract/rules.ts';
import type { Rule, RuleKind } from '#contract/rule-values.ts';
import type { PurchaseFacts, RuleNames } from './rule-facts.ts';
import { KINDS_IN_ORDER, RULE_KIND } from './rule-kind.ts';

/** A rule as it is kept: since when it stands, from which a «once» counts. */
export type KeptRule = Rule & { since: string };
export type Layers = Record<RuleLayer, readonly KeptRule[]>;

export interface EffectiveRule {
  rule: KeptRule;
  layer: RuleLayer;
}
export interface HeldRule extends EffectiveRule {
  heldBy: HeldBy;
  note: string | null;
}

export interface Reason {
  rule: RuleKind;
  sentence: string;
}

const NEAREST_FIRST: readonly RuleLayer[] = ['card', 'group', 'profile'];

/** What holds of the layers: of each kind the nearest; one without a value lifts those behind it. In the order of the sentence. */
export function effectiveRules(layers: Layers): EffectiveRule[] {
  return KINDS_IN_ORDER.flatMap((kind) => {
    for (const layer of NEAREST_FIRST) {
      const rule = layers[layer].find((one) => one.kind === kind);
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
  return effective.flatMap(({ rule: { kind, value } }) => {
    const sentence = RULE_KIND[kind].broken(value as never, facts, names);
    return sentence === null ? [] : [{ rule: kind, sentence }];
  });
}

/** «Дизель до 350 л в сутки, пн–сб 6–22, Центральный округ, не больше бака». */
export function sentenceOf(effective: readonly Pick<EffectiveRule, 'rule'>[], names: RuleNames): string {
  const parts = effective.map(({ rule }) => ({ kind: rule.kind, words: wordsOf(rule, names) }));
  if (parts.length === 0) return 'Без ограничений';
  const text = parts.reduce((said, { words }, index) => {
    if (index === 0) return words;
    const follows = parts[index - 1]?.kind === 'goods' && words.startsWith('до ');
    return `${said}${follows ? ' ' : ', '}${words}`;
  }, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function wordsOf(rule: Rule, names: RuleNames): string {
  return rule.value === null ? 'без ограничения' : RULE_KIND[rule.kind].words(rule.value as never, names);
}

/** What none of the card's purchases can pass now, however small: why the portal keeps the card closed. */
export function closingReason(
  effective: readonly EffectiveRule[],
  facts: PurchaseFacts,
  names: RuleNames,
): string | null {
  const closes = effective.filter(({ rule }) => ['close', 'limit'].includes(RULE_KIND[rule.kind].hold));
  const least = { ...facts, goodsId: null, station: null, centilitres: 1, sumKopecks: 1 };
  return decide(closes, least, names)[0]?.sentence ?? null;
}
