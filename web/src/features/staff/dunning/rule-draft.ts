import {
  MAX_DUNNING_DAYS,
  type DunningAction,
  type DunningBasis,
  type DunningChannel,
  type DunningRuleOnWire,
} from '#contract/backoffice/dunning.ts';
import { formatNumber } from '../../../lib/format.ts';

export type StepSide = 'before' | 'after';

/** A step as it is being entered: the texts of its fields. */
export interface StepDraft {
  /** Distinguishes the steps of a form. */
  key: number;
  action: DunningAction;
  days: string;
  side: StepSide;
  text: string;
  channels: readonly DunningChannel[];
  rate: string;
}

export type TargetKind = 'all' | 'client' | 'group';

export interface RuleDraft {
  basis: DunningBasis;
  target: TargetKind;
  client: { id: string; title: string } | null;
  groupId: string;
  steps: readonly StepDraft[];
  release: boolean;
}

let lastKey = 0;

export function newStep(step: Partial<StepDraft> = {}): StepDraft {
  lastKey += 1;
  return {
    action: 'remind',
    days: '1',
    side: 'after',
    text: '',
    channels: ['mail', 'messengers'],
    rate: '',
    ...step,
    key: lastKey,
  };
}

/** A usual rule to begin with: it reminds twice and stops the cards. */
export function emptyDraft(): RuleDraft {
  return {
    basis: 'credit',
    target: 'all',
    client: null,
    groupId: '',
    steps: [
      newStep({ days: '3', side: 'before' }),
      newStep({ days: '1' }),
      newStep({ action: 'stop', days: '5' }),
    ],
    release: true,
  };
}

export function toRuleDraft(rule: DunningRuleOnWire): RuleDraft {
  return {
    basis: rule.basis,
    target: rule.client ? 'client' : rule.group ? 'group' : 'all',
    client: rule.client && { id: String(rule.client.id), title: rule.client.title },
    groupId: rule.group ? String(rule.group.id) : '',
    steps: rule.steps.map(({ day, action, text, channels, rate }) =>
      newStep({
        action,
        days: String(Math.abs(day)),
        side: day < 0 ? 'before' : 'after',
        text,
        channels,
        rate: rate === null ? '' : formatNumber(rate, 2),
      }),
    ),
    release: rule.release,
  };
}

/** Returns why the rule cannot be sent yet. */
export function draftProblem({ target, client, groupId, steps }: RuleDraft): string | null {
  if (target === 'client' && !client) return 'Выберите клиента';
  if (target === 'group' && groupId === '') return 'Выберите группу';
  if (steps.length === 0) return 'Добавьте шаг';
  for (const { action, days, side, rate } of steps) {
    if (!/^\d{1,3}$/.test(days.trim())) return 'Укажите дни шага целым числом';
    if (Number(days) > MAX_DUNNING_DAYS[side])
      return `Не больше ${MAX_DUNNING_DAYS[side]} дней ${side === 'before' ? 'до срока' : 'после срока'}`;
    if (action === 'penalty' && rate.trim() === '') return 'Укажите ставку пени';
  }
  return null;
}

/** Returns the input for the server. */
export function toInput({ basis, target, client, groupId, steps, release }: RuleDraft) {
  return {
    basis,
    ...(target === 'client' && client && { company_id: Number(client.id) }),
    ...(target === 'group' && groupId && { client_group_id: Number(groupId) }),
    steps: steps.map(({ action, days, side, text, channels, rate }) => ({
      action,
      day: side === 'before' && Number(days) > 0 ? -Number(days) : Number(days),
      ...(action === 'remind' && { text }),
      channels: action === 'remind' ? [...channels] : [],
      ...(action === 'penalty' && { rate }),
    })),
    release,
  };
}
