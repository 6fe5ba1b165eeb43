import { RULE_WORD, SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import { figure } from './rule-kind.ts';
import type { Raises } from './raise-rules.ts';

/** What an exception would change, as a sentence: «Литров в сутки: на 40 больше; часы и дни: не действует». */
export function raiseWords(one: { rules: readonly RuleKind[]; raises: Raises; centilitres: number }): string {
  const words = one.rules.map((kind) => `${RULE_WORD[kind].title.toLowerCase()}: ${changeOf(kind, one)}`);
  const said = words.join('; ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function changeOf(kind: RuleKind, { raises, centilitres }: { raises: Raises; centilitres: number }): string {
  const more = raises[kind];
  if (more !== undefined) return `на ${figure(more / 100)} больше`;
  if (kind === 'litres_filling') return `до ${figure(centilitres / 100)}`;
  if (kind === 'fillings_day') return 'на одну больше';
  if ((SPENDING_KINDS as readonly RuleKind[]).includes(kind) && kind.startsWith('litres'))
    return `на ${figure(centilitres / 100)} больше`;
  return 'на эту заправку не действует';
}
