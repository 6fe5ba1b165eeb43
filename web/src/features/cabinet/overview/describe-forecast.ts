import type { z } from 'zod';
import type { overview } from '#contract/insights/overview.ts';
import { counted } from '#contract/values/counted.ts';
import { formatWholeRubles } from './describe-month.ts';

type OverviewData = z.infer<typeof overview>;

const DAY_FORMS = ['день', 'дня', 'дней'] as const;

/**
 * Describes for how long the money lasts at the pace of the 30 days before today: «Хватит на 5 дней», «По 76 082 ₽ в день».
 * A company that has spent nothing before today has no pace: `pace` is null.
 */
export function describeForecast(
  { own, per_day: perDay, days_left: days }: Pick<OverviewData['money'], 'own' | 'per_day' | 'days_left'>,
  { this_month: thisMonth }: Pick<OverviewData['spending'], 'this_month'>,
): { text: string; pace: string | null } {
  if (days === null)
    return { text: thisMonth > 0 ? 'Прогноз будет завтра' : 'За 30 дней расходов не было', pace: null };
  const pace = `По ${formatWholeRubles(perDay)} в день`;
  if (own <= 0) return { text: 'Своих денег нет', pace };
  return { text: days === 0 ? 'Не хватит и на день' : `Хватит на ${counted(days, DAY_FORMS)}`, pace };
}
