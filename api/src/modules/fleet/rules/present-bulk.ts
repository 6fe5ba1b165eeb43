import type { listRuleSets, readRuleChange } from '#contract/bulk-rules.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { layerSentence } from './present.ts';
import type { readRuleChange as read } from './read-rule-change.ts';
import type { RuleNames } from './rule-facts.ts';
import type { RuleSet } from './rule-set-store.ts';

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
}: Awaited<ReturnType<typeof read>>): DataOf<typeof readRuleChange> {
  return {
    id: change.id,
    at: change.changed_at.toISOString(),
    by: change.by,
    layer: change.layer,
    set_title: change.set_title,
    after: layerSentence(change.after, names),
    undone: change.undone_at && { at: change.undone_at.toISOString(), by: change.undone_by ?? 'Сотрудник' },
    subjects: subjects.map(({ before, changedLater, ...subject }) => ({
      ...subject,
      before: layerSentence(before, names),
      changed_later: changedLater && { at: changedLater.at.toISOString(), by: changedLater.by },
    })),
  };
}
