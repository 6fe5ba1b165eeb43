import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { overview as overviewShape, Waiting } from '#contract/insights/overview.ts';
import type { SpendingDay } from '../../fuel/history/spending.ts';
import type { WaitingItem } from './rank-waiting.ts';
import type { Overview } from './read-overview.ts';

/** The first screen on the wire: rubles, each day of this month that has had spending. */
export function presentOverview(read: Overview): z.input<typeof overviewShape> {
  const { money, spending, attention, waiting, hasFillings } = read;
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
    waiting: waiting.map(presentWaiting),
    has_fillings: hasFillings,
  };
}

/** One thing that waits on the wire: rubles, ISO times. */
export function presentWaiting({ kind, count, sum, dueAt, note, href }: WaitingItem): Waiting {
  return {
    kind,
    count,
    ...(sum !== null && { sum: toRubles(sum) }),
    ...(dueAt && { due_at: dueAt.toISOString() }),
    ...(note && { note }),
    href,
  };
}

function byDay(days: readonly SpendingDay[]): z.input<typeof overviewShape>['spending']['days'] {
  return [...Map.groupBy(days, ({ day }) => day)].map(([date, networks]) => ({
    date,
    networks: networks.map(({ partnerId, spent }) => ({ partner_id: partnerId, sum: toRubles(spent) })),
  }));
}
