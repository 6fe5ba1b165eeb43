import { SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import type { SpendingMeasure, SpendingPeriod } from '#contract/rule-values.ts';
import type { EffectiveRule, KeptRule } from './decide.ts';
import type { PurchaseFacts } from './rule-facts.ts';

/** By how much a rule that counts is to be higher, in hundredths of a litre or kopecks. */
export type Raises = Partial<Record<RuleKind, number>>;

/** What somebody has allowed for one purchase. */
export interface LiveException {
  id: number;
  rules: RuleKind[];
  centilitres: number;
  sumKopecks: number | null;
  raises: Raises;
  until: Date;
}

/**
 * The rules as exceptions leave them: a limit is raised by just what was asked for, one more filling is one more; what knows no
 * more or less is lifted. Pure.
 */
export function raiseRules(
  effective: readonly EffectiveRule[],
  exceptions: readonly LiveException[],
): readonly EffectiveRule[] {
  if (exceptions.length === 0) return effective;
  return effective.flatMap((one) => {
    const raised = exceptions
      .filter(({ rules }) => rules.includes(one.rule.kind))
      .reduce<KeptRule | null>((rule, exception) => rule && raise(rule, exception), one.rule);
    return raised ? [{ ...one, rule: raised }] : [];
  });
}

/** The least by which the limits would have to be higher for a purchase to pass. Pure. */
export function leastRaise(effective: readonly EffectiveRule[], facts: PurchaseFacts): Raises {
  const lacking = effective.flatMap(({ rule: { kind, value } }): [RuleKind, number][] => {
    if (typeof value !== 'number' || !(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return [];
    const [measure, period] = kind.split('_') as [SpendingMeasure, SpendingPeriod];
    const wanted = measure === 'litres' ? facts.centilitres : (facts.sumKopecks ?? 0);
    const lacks = wanted - (Math.round(value * 100) - facts.spent[period][measure]);
    return lacks > 0 ? [[kind, lacks]] : [];
  });
  return Object.fromEntries(lacking);
}

function raise(rule: KeptRule, { centilitres, sumKopecks, raises }: LiveException): KeptRule | null {
  const litres = centilitres / 100;
  const { kind, value } = rule;
  if (kind === 'litres_filling') {
    const most = typeof value === 'number' ? Math.max(value, litres) : litres;
    return { ...rule, value: most } as KeptRule;
  }
  if (typeof value !== 'number') return null;
  if (kind === 'fillings_day') return { ...rule, value: value + 1 } as KeptRule;
  if (!(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return null;
  const least = raises[kind];
  if (least !== undefined) return { ...rule, value: value + least / 100 } as KeptRule;
  if (kind.startsWith('litres')) return { ...rule, value: value + litres } as KeptRule;
  return sumKopecks === null ? null : ({ ...rule, value: value + sumKopecks / 100 } as KeptRule);
}
