import { SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import type { EffectiveRule, KeptRule } from './decide.ts';

/** What somebody has allowed for one purchase. */
export interface LiveException {
  id: number;
  rules: RuleKind[];
  centilitres: number;
  sumKopecks: number | null;
  until: Date;
}

/**
 * The rules as exceptions leave them: a limit is raised by just what was asked for, one more filling is one more; what knows no
 * more or less is lifted. Pure.
 */
export function raiseRules(
  effective: readonly EffectiveRule[],
  exceptions: readonly LiveException[],
): EffectiveRule[] {
  return effective.flatMap((one) => {
    const raised = exceptions
      .filter(({ rules }) => rules.includes(one.rule.kind))
      .reduce<KeptRule | null>((rule, exception) => rule && raise(rule, exception), one.rule);
    return raised ? [{ ...one, rule: raised }] : [];
  });
}

function raise(rule: KeptRule, { centilitres, sumKopecks }: LiveException): KeptRule | null {
  const litres = centilitres / 100;
  const { kind, value } = rule;
  if (kind === 'litres_filling') {
    const most = typeof value === 'number' ? Math.max(value, litres) : litres;
    return { ...rule, value: most } as KeptRule;
  }
  if (typeof value !== 'number') return null;
  if (kind === 'fillings_day') return { ...rule, value: value + 1 } as KeptRule;
  if (!(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return null;
  if (kind.startsWith('litres')) return { ...rule, value: value + litres } as KeptRule;
  return sumKopecks === null ? null : ({ ...rule, value: value + sumKopecks / 100 } as KeptRule);
}
