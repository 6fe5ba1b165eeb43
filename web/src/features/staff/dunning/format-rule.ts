import {
  DUNNING_ACTION_TITLE,
  type DunningAction,
  type DunningRuleOnWire,
  type DunningStepOnWire,
} from '#contract/backoffice/dunning.ts';
import { counted } from '#contract/values/counted.ts';
import { formatNumber } from '../../../lib/format.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

/** Writes when a step is done: «за 3 дня до срока», «в день срока», «через 5 дней после срока». */
function formatStepDay(day: number): string {
  if (day === 0) return 'в день срока';
  return day < 0 ? `за ${counted(-day, DAYS)} до срока` : `через ${counted(day, DAYS)} после срока`;
}

export function formatStep({
  action,
  day,
  rate = null,
}: Pick<DunningStepOnWire, 'action' | 'day'> & { rate?: number | null }): string {
  const more = rate === null ? '' : `, ${formatNumber(rate, 2)} % в день`;
  return `${DUNNING_ACTION_TITLE[action]} ${formatStepDay(day)}${more}`;
}

export function formatTarget({ client, group }: Pick<DunningRuleOnWire, 'client' | 'group'>): string {
  if (client) return client.title;
  return group ? `Группа «${group.title}»` : 'Все остальные клиенты';
}

/** Past tense, for what was done. */
export const DONE_TITLE: Record<DunningAction, string> = {
  remind: 'Напомнили',
  stop: 'Остановили карты',
  claim: 'Направили претензию',
  penalty: 'Начали начислять пени',
};
