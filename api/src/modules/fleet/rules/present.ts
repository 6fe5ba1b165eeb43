import type { listRuleSets, readRuleChange } from '#contract/fleet/bulk-rules.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type {
  listRuleChanges,
  listRuleGroups,
  previewGroupRules,
  readCardRules,
  readProfileRules,
} from '#contract/fleet/rules.ts';
import {
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
  type LimitPeriod,
  type LimitUnit,
} from '#contract/ids.ts';
import { RULE_LABELS, type Rule } from '#contract/fleet/rule-values.ts';
import type { ShownBudget } from './purchase/budget-use.ts';
import { formatRules, formatRule, type StoredRule } from './purchase/decide.ts';
import type { AccessWindow } from './opening.ts';
import { KINDS_IN_ORDER, type RuleNames } from './purchase/rule-kind.ts';
import type { FollowedChange } from './read-rule-change.ts';
import type { RuleSet } from './rule-sets.ts';
import type { ShownCardRules, ShownRules } from './purchase/rule-names.ts';
import type { CardOutlook } from './preview-rules.ts';
import type { ChangeRow } from './rule-store.ts';

export function presentRules({ rules, held, names }: ShownRules): EndpointData<typeof readProfileRules> {
  return {
    rules: rules.map(toBareRule),
    sentence: formatRules(held, names),
    effective: held.map(({ rule, layer, heldBy, note }) => ({
      kind: rule.kind,
      value: rule.value,
      title: RULE_LABELS[rule.kind].title,
      words: formatRule(rule, names),
      layer,
      held_by: heldBy,
      note,
    })),
  };
}

/** A budget as the meter of a limit shows it. */
export function presentBudget({
  measure,
  period,
  of,
  spent,
}: ShownBudget): EndpointData<typeof listRuleGroups>[number]['budgets'][number] {
  const unit = LIMIT_UNITS.find((item) => LIMIT_UNIT[item].rules === measure) as LimitUnit;
  const periodId = LIMIT_PERIODS.find((item) => LIMIT_PERIOD[item].calendarUnit === period) as LimitPeriod;
  return {
    unit_count: of / 100,
    unit: { id: unit, title: LIMIT_UNIT[unit].title },
    period: { id: periodId, title: LIMIT_PERIOD[periodId].title },
    spent: spent / 100,
    left: Math.max(0, of - spent) / 100,
    source: 'group',
  };
}

export function presentCardRules(shown: ShownCardRules): EndpointData<typeof readCardRules> {
  const { group, layers, opening } = shown;
  return {
    ...presentRules(shown),
    layers: {
      profile: layers.profile.map(toBareRule),
      group: group && { id: group.groupId, title: group.title, rules: layers.group.map(toBareRule) },
    },
    opening: opening && presentOpening(opening),
    budgets: shown.budgets.map(presentBudget),
    closed_for: shown.closedFor,
    breaches: shown.breaches.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
  };
}

export function presentOpening({ state, until, minutes }: AccessWindow) {
  return { state, until: until?.toISOString() ?? null, minutes };
}

export function presentChange(
  change: ChangeRow,
  names: RuleNames,
): EndpointData<typeof listRuleChanges>[number] {
  const before = change.subjects.map((subject) => layerSentence(subject.before, names));
  const isSingleCard = new Set(before).size === 1;
  return {
    id: change.id,
    at: change.changed_at.toISOString(),
    by: change.by,
    layer: change.layer,
    cards: change.subjects.length,
    before: isSingleCard ? (before[0] ?? null) : null,
    after: layerSentence(change.after, names),
    set_title: change.set_title,
    undone: change.undone_at !== null,
    refused: change.refused,
  };
}

export function presentOutlooks(outlooks: readonly CardOutlook[]): EndpointData<typeof previewGroupRules> {
  return outlooks.map(({ cardId, before, after, heldBy, own, stopsFor }) => ({
    card_id: cardId,
    before,
    after,
    held_by: heldBy,
    own,
    stops_for: stopsFor,
  }));
}

/** Formats the rules of one layer as a sentence, with those that it lifts. */
export function layerSentence(rules: readonly Rule[], names: RuleNames): string {
  if (rules.length === 0) return 'Своих правил нет';
  const inOrder = KINDS_IN_ORDER.flatMap((kind) => rules.filter((rule) => rule.kind === kind));
  const input = inOrder
    .filter((item) => item.value !== null)
    .map((item) => ({ rule: { ...item, since: '' } }));
  const lifted = inOrder
    .filter((item) => item.value === null)
    .map((item) => RULE_LABELS[item.kind].title.toLowerCase());
  const lift = lifted.length > 0 ? `без ограничения: ${lifted.join(', ')}` : '';
  if (input.length === 0) return lift.charAt(0).toUpperCase() + lift.slice(1);
  return [formatRules(input, names), lift].filter(Boolean).join('; ');
}

function toBareRule({ kind, value }: StoredRule): Rule {
  return { kind, value } as Rule;
}

export function presentRuleSet(set: RuleSet, names: RuleNames): EndpointData<typeof listRuleSets>[number] {
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
}: FollowedChange): EndpointData<typeof readRuleChange> {
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
