import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { overview as overviewShape } from '#contract/insights/overview.ts';
import type { SpendingDay } from '../../fuel/history/spending.ts';
import type { Overview } from './read-overview.ts';

/** The first screen on the wire: rubles, each day of this month that has had spending. */
export function presentOverview({ money, spending, attention }: Overview): z.input<typeof overviewShape> {
  return {
    money: {
      own: toRubles(money.own),
      credit_available: toRubles(money.creditAvailable),
      per_day: toRubles(money.perDay),
      days_left: money.daysLeft,
    },
    spending: {
      today: spending.today,
      this_month: toRubles(spending.thisMonth),
      last_month: toRubles(spending.lastMonth),
      last_month_to_date: toRubles(spending.lastMonthToDate),
      days: byDay(spending.days),
    },
    attention: attention.map(({ sum, ...one }) => ({ ...one, sum: sum === null ? null : toRubles(sum) })),
  };
}

function byDay(days: readonly SpendingDay[]): z.input<typeof overviewShape>['spending']['days'] {
  return [...Map.groupBy(days, ({ day }) => day)].map(([date, networks]) => ({
    date,
    networks: networks.map(({ partnerId, spent }) => ({ partner_id: partnerId, sum: toRubles(spent) })),
  }));
}
