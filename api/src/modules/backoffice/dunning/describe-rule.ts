import { DUNNING_ACTION_TITLE } from '#contract/backoffice/dunning.ts';
import { counted } from '#contract/values/counted.ts';
import type { DunningRule, DunningStep } from './dunning-rule.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

/** Writes when a step is done: «за 3 дня до срока», «в день срока», «через 5 дней после срока». */
function describeDay(day: number): string {
  if (day === 0) return 'в день срока';
  return day < 0 ? `за ${counted(-day, DAYS)} до срока` : `через ${counted(day, DAYS)} после срока`;
}

/** Writes each step on a line of its own, in the order of their days. */
export function describeSteps(steps: readonly DunningStep[]): string[] {
  return steps
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, action, rate }) => {
      const more = rate === null ? '' : `, ${String(rate / 100).replace('.', ',')} % в день`;
      return `${DUNNING_ACTION_TITLE[action]} ${describeDay(day)}${more}`;
    });
}

export function describeTarget({ client, group }: Pick<DunningRule, 'client' | 'group'>): string {
  if (client) return `${client.title}, ИНН ${client.inn}`;
  return group ? `группа «${group.title}»` : 'все остальные клиенты';
}
