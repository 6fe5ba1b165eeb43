import { RULE_LABELS, TANK, type Rule, type RuleKind } from '#contract/fleet/rule-values.ts';
import { isTime } from '../../../forms/days/type-moment.ts';

/** A rule as it is being written: numbers are texts until they are sent. */
export interface RuleDraft {
  kind: RuleKind;
  /** Lifts the rule of a wider layer. */
  lifted: boolean;
  text: string;
  days: readonly number[];
  from: string;
  to: string;
  ids: readonly number[];
  names: readonly string[];
  tank: boolean;
}

/** End of a day in the notation of rules. An input field shows 00:00. */
export const DAY_END = '24:00';
const WORKING_DAYS = [1, 2, 3, 4, 5, 6];

export function newDraft(kind: RuleKind): RuleDraft {
  return {
    kind,
    lifted: false,
    text: kind === 'on_request' ? '30' : '',
    days: WORKING_DAYS,
    from: '06:00',
    to: '22:00',
    ids: [],
    names: [],
    tank: true,
  };
}

export function toDraft(rule: Rule): RuleDraft {
  const draft = newDraft(rule.kind);
  const { value } = rule;
  if (value === null) return { ...draft, lifted: true };
  if (value === TANK) return draft;
  if (typeof value === 'number') return { ...draft, text: String(value).replace('.', ','), tank: false };
  if (!Array.isArray(value)) return { ...draft, ...(value as { days: number[]; from: string; to: string }) };
  return typeof value[0] === 'string'
    ? { ...draft, names: value as string[] }
    : { ...draft, ids: value as number[] };
}

/** Returns the rule as it is sent, or null while the draft is incomplete. */
export function toRule(draft: RuleDraft): { kind: RuleKind; value: unknown } | null {
  const { kind } = draft;
  if (draft.lifted) return { kind, value: null };
  const { field } = RULE_LABELS[kind];
  if (field === 'filling' && draft.tank) return { kind, value: TANK };
  if (field === 'number' || field === 'filling')
    return parseNumber(draft.text) === null ? null : { kind, value: parseNumber(draft.text) };
  if (field === 'hours')
    return draft.days.length === 0 || !isTime(draft.from) || !(isTime(draft.to) || draft.to === DAY_END)
      ? null
      : { kind, value: { days: draft.days, from: draft.from, to: draft.to } };
  const list = field === 'goods' || field === 'networks' ? draft.ids : draft.names;
  return list.length === 0 ? null : { kind, value: list };
}

function parseNumber(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}
