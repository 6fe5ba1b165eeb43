import { counted } from '#contract/values/counted.ts';
import { NO_BREAK_SPACE } from '../../../lib/format.ts';

const DAY_FORMS = ['день', 'дня', 'дней'] as const;

/** Returns how long ago a moment was, in whole units: «5 мин назад», «10 ч назад», «2 дня назад». */
export function formatAge(at: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000));
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${minutes}${NO_BREAK_SPACE}мин назад`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}${NO_BREAK_SPACE}ч назад`;
  return `${counted(Math.floor(minutes / (24 * 60)), DAY_FORMS)} назад`;
}
