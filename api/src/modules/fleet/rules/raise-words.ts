import { RULE_WORD, SPENDING_KINDS, type RuleKind } from '#contract/rule-values.ts';
import type { ExceptionRow } from './exception-store.ts';
import { figure } from './rule-kind.ts';

type Raised = Pick<ExceptionRow, 'rules' | 'raises' | 'centilitres' | 'sum_kopecks'>;

/** What an exception would change, as a sentence: «Литров в сутки: на 40 больше; часы и дни: не действует». */
export function raiseWords(one: Raised): string {
  const words = one.rules.map((kind) => `${RULE_WORD[kind].title.toLowerCase()}: ${changeOf(kind, one)}`);
  const said = words.join('; ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function changeOf(kind: RuleKind, { raises, centilitres, sum_kopecks: sum }: Raised): string {
  if (kind === 'litres_filling') return `до ${figure(centilitres / 100)}`;
  if (kind === 'fillings_day') return 'на одну больше';
  if (!(SPENDING_KINDS as readonly RuleKind[]).includes(kind)) return 'на эту заправку не действует';
  const more = raises[kind] ?? (kind.startsWith('litres') ? centilitres : sum);
  return more === null ? 'на эту заправку не действует' : `на ${figure(more / 100)} больше`;
}
