import type { listRuleSets, readRuleChange } from '#contract/bulk-rules.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { listRuleChanges, previewGroupRules, readCardRules, readProfileRules } from '#contract/rules.ts';
import { RULE_WORD, type Rule } from '#contract/rule-values.ts';
import { sentenceOf, wordsOf, type KeptRule } from './decide.ts';
import type { Opening } from './opening.ts';
import { KINDS_IN_ORDER } from './rule-kind.ts';
import type { RuleNames } from './rule-facts.ts';
import type { FollowedChange } from './read-rule-change.ts';
import type { RuleSet } from './rule-set-store.ts';
import type { ShownCardRules, ShownRules } from './shown-rules.ts';
import type { CardOutlook } from './preview-rules.ts';
import type { ChangeRow } from './rule-store.ts';

export function presentRules({ rules, held, names }: ShownRules): DataOf<typeof readProfileRules> {
  return {
    rules: rules.map(bare),
    sentence: sentenceOf(held, names),
    effective: held.map(({ rule, layer, heldBy, note }) => ({
      kind: rule.kind,
      value: rule.value,
      title: RULE_WORD[rule.kind].title,
      words: wordsOf(rule, names),
      layer,
      held_by: heldBy,
      note,
    })),
  };
}

export function presentCardRules(shown: ShownCardRules): DataOf<typeof readCardRules> {
  const { group, layers, opening } = shown;
  return {
    ...presentRules(shown),
    layers: {
      profile: layers.profile.map(bare),
      group: group && { id: group.groupId, title: group.title, rules: layers.group.map(bare) },
    },
    opening: opening && presentOpening(opening),
    closed_for: shown.closedFor,
    breaches: shown.breaches.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
  };
}

export function presentOpening({ state, until, minutes }: Opening) {
  return { state, until: until?.toISOString() ?? null, minutes };
}

export function presentChange(change: ChangeRow, names: RuleNames): DataOf<typeof listRuleChanges>[number] {
  const before = change.subjects.map((one) => layerSentence(one.before, names));
  const isOne = new Set(before).size === 1;
  return {
    id: change.id,
    at: change.changed_at.toISOString(),
    by: change.by,
    layer: change.layer,
    cards: change.subjects.length,
    before: isOne ? (before[0] ?? null) : null,
    after: layerSentence(change.after, names),
    set_title: change.set_title,
    undone: change.undone_at !== null,
    refused: change.refused,
  };
}

export function presentOutlooks(outlooks: readonly CardOutlook[]): DataOf<typeof previewGroupRules> {
  return outlooks.map(({ cardId, before, after, heldBy, own }) => ({
    card_id: cardId,
    before,
    after,
    held_by: heldBy,
    own,
  }));
}

/** The rules of one layer as a sentence; what it lifts is said too. */
export function layerSentence(rules: readonly Rule[], names: RuleNames): string {
  if (rules.length === 0) return 'Своих правил нет';
  const inOrder = KINDS_IN_ORDER.flatMap((kind) => rules.filter((one) => one.kind === kind));
  const said = inOrder.filter((one) => one.value !== null).map((one) => ({ rule: { ...one, since: '' } }));
  const lifted = inOrder
    .filter((one) => one.value === null)
    .map((one) => RULE_WORD[one.kind].title.toLowerCase());
  const lift = lifted.length > 0 ? `без ограничения: ${lifted.join(', ')}` : '';
  if (said.length === 0) return lift.charAt(0).toUpperCase() + lift.slice(1);
  return [sentenceOf(said, names), lift].filter(Boolean).join('; ');
}

function bare({ kind, value }: KeptRule): Rule {
  return { kind, value } as Rule;
}

export function presentRuleSet(set: RuleSet, names: RuleNames): DataOf<typeof listRuleSets>[number] {
  return {
    id: set.id,
    title: set.title,
    rules: set.rules,
    sentence: layerSentence(set.rules, names),
    changed_at: set.changedAt.toISOString(),
    changed_by: set.changedBy,
  };
}

export function presentRuleChange({
  change,
  subjects,
  names,
}: FollowedChange): DataOf<typeof readRuleChange> {
  return {
    id: change.id,
    at: change.changed_at.toISOString(),
    by: change.by,
    layer: change.layer,
    set_title: change.set_title,
    after: layerSentence(change.after, names),
    undone: change.undone_at && { at: change.undone_at.toISOString(), by: change.undone_by ?? 'Сотрудник' },
    refused: change.refused,
    subjects: subjects.map(({ before, changedLater, ...subject }) => ({
      ...subject,
      before: layerSentence(before, names),
      changed_later: changedLater && { at: changedLater.at.toISOString(), by: changedLater.by },
    })),
  };
}
