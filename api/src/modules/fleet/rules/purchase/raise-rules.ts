import { BUDGET_KINDS, SPENDING_KINDS, type RuleKind, RULE_LABELS } from '#contract/fleet/rule-values.ts';
import type { EffectiveRule, StoredRule } from './decide.ts';
import { type PurchaseFacts, type Raises, countSpent, figure } from './rule-kind.ts';
import type { ExceptionRow } from '../exceptions/exception-store.ts';

/** Rules that count money or litres. */
const COUNTED: readonly RuleKind[] = [...SPENDING_KINDS, ...BUDGET_KINDS];

/** An exception allowed for one purchase. */
export interface LiveException {
  id: number;
  rules: RuleKind[];
  centilitres: number;
  sumKopecks: number | null;
  raises: Raises;
  until: Date;
}

/**
 * Returns the rules under exceptions: a limit is raised by the requested amount, the number of fillings by one; a rule without an amount does not apply. Pure function.
 */
export function raiseRules(
  effective: readonly EffectiveRule[],
  exceptions: readonly LiveException[],
): readonly EffectiveRule[] {
  if (exceptions.length === 0) return effective;
  return effective.flatMap((effectiveRule) => {
    const raised = exceptions
      .filter(({ rules }) => rules.includes(effectiveRule.rule.kind))
      .reduce<StoredRule | null>((rule, exception) => rule && raise(rule, exception), effectiveRule.rule);
    return raised ? [{ ...effectiveRule, rule: raised }] : [];
  });
}

/** The least by which the limits would have to be higher for a purchase to pass. Pure. */
export function computeSmallestRaise(effective: readonly EffectiveRule[], facts: PurchaseFacts): Raises {
  const lacking = effective.flatMap(({ rule: { kind, value } }): [RuleKind, number][] => {
    const counter = countSpent(kind, facts);
    if (typeof value !== 'number' || !counter) return [];
    const wanted = counter.measure === 'litres' ? facts.centilitres : (facts.sumKopecks ?? 0);
    const lacks = wanted - (Math.round(value * 100) - counter.spent);
    return lacks > 0 ? [[kind, lacks]] : [];
  });
  return Object.fromEntries(lacking);
}

function raise(rule: StoredRule, { centilitres, sumKopecks, raises }: LiveException): StoredRule | null {
  const litres = centilitres / 100;
  const { kind, value } = rule;
  if (kind === 'litres_filling') {
    const max = typeof value === 'number' ? Math.max(value, litres) : litres;
    return { ...rule, value: max } as StoredRule;
  }
  if (typeof value !== 'number') return null;
  if (kind === 'fillings_day') return { ...rule, value: value + 1 } as StoredRule;
  if (!COUNTED.includes(kind)) return null;
  const least = raises[kind];
  if (least !== undefined) return { ...rule, value: value + least / 100 } as StoredRule;
  if (/^(together_)?litres/.test(kind)) return { ...rule, value: value + litres } as StoredRule;
  return sumKopecks === null ? null : ({ ...rule, value: value + sumKopecks / 100 } as StoredRule);
}

type RaisedException = Pick<ExceptionRow, 'rules' | 'raises' | 'centilitres' | 'sum_kopecks'>;

/** Formats the changes of an exception as a sentence: «Литров в сутки: на 40 больше; часы и дни: не действует». */
export function formatRaises(raised: RaisedException): string {
  const parts = raised.rules.map(
    (kind) => `${RULE_LABELS[kind].title.toLowerCase()}: ${formatRaise(kind, raised)}`,
  );
  const input = parts.join('; ');
  return input.charAt(0).toUpperCase() + input.slice(1);
}

function formatRaise(kind: RuleKind, { raises, centilitres, sum_kopecks: sum }: RaisedException): string {
  if (kind === 'litres_filling') return `до ${figure(centilitres / 100)}\u00a0л`;
  if (kind === 'fillings_day') return 'на одну больше';
  if (!COUNTED.includes(kind)) return 'на эту заправку не действует';
  const more = raises[kind] ?? (/^(together_)?litres/.test(kind) ? centilitres : sum);
  return more === null
    ? 'на эту заправку не действует'
    : `на ${figure(more / 100)}\u00a0${RULE_LABELS[kind].suffix} больше`;
}
