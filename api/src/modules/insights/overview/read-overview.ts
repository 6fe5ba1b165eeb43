import type { Role } from '#contract/access.ts';
import type { AttentionKind } from '#contract/insights/overview.ts';
import { USUAL_SPENDING_DAYS } from '#contract/insights/overview.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { hasFillings, listSpendingDays, type SpendingDay } from '../../fuel/history/spending.ts';
import { ownFunds, unusedCredit } from '../../money/posting/balances.ts';
import { findBalances } from '../../money/posting/find-balances.ts';
import { listWaiting, readSharedCounts } from './list-waiting.ts';
import type { WaitingItem } from './rank-waiting.ts';

export interface Overview {
  money: { own: Kopecks; creditAvailable: Kopecks; perDay: Kopecks; daysLeft: number | null };
  spending: Spending;
  attention: Attention[];
  waiting: WaitingItem[];
  hasFillings: boolean;
}

interface Spending {
  today: string;
  thisMonth: Kopecks;
  lastMonth: Kopecks;
  /** Spending for as many days of the last month as this one has had. */
  lastMonthToDate: Kopecks;
  /** Days of this month, oldest first. */
  days: SpendingDay[];
}

interface Attention {
  kind: AttentionKind;
  count: number;
  sum: Kopecks | null;
  late: boolean;
}

/**
 * Returns the state of the company: its money and how long it lasts, this month against the last, and what needs an
 * action. `awaitsProof` is true if the reader is a first admin whom no one has confirmed yet.
 */
export async function readOverview(
  ctx: Context,
  scope: CompanyScope,
  { awaitsProof, role }: { awaitsProof: boolean; role: Role },
): Promise<Overview> {
  const now = ctx.clock.now();
  const today = moscowDay(now);
  const usualFrom = moscowDay(now, -USUAL_SPENDING_DAYS);
  const lastMonth = monthBefore(today);
  const dateFrom = usualFrom < lastMonth ? usualFrom : lastMonth;
  return ctx.db.inCompany(scope, async (tx) => {
    const balances = await findBalances(tx, scope);
    const days = await listSpendingDays(tx, scope, { dateFrom, dateTo: today });
    const counts = await readSharedCounts(tx, scope, now);
    const { cards, debt, invoices } = counts;
    const own = ownFunds(balances);
    const perDay = averagePerDay(days, { from: usualFrom, before: today });
    return {
      money: {
        own,
        creditAvailable: unusedCredit(balances),
        perDay,
        daysLeft: perDay > 0 ? Math.max(0, Math.floor(own / perDay)) : null,
      },
      spending: sumSpending(days, today),
      attention: [
        takeSome('debt', debt ? 1 : 0, { sum: debt?.sum ?? null, late: debt?.late ?? false }),
        takeSome('authority', awaitsProof ? 1 : 0),
        takeSome('cards-not-set-up', cards.notSetUp),
        takeSome('cards-blocked', cards.blocked),
        takeSome('cards-empty', cards.empty),
        takeSome('requests', counts.orders),
        takeSome('documents', counts.documents.count),
        takeSome('invoices', invoices.count, { sum: invoices.sum }),
      ].filter(({ count }) => count > 0),
      waiting: await listWaiting(tx, scope, { role, now, counts }),
      hasFillings: days.length > 0 || (await hasFillings(tx, scope)),
    };
  });
}

function takeSome(
  kind: AttentionKind,
  count: number,
  { sum = null, late = false }: Partial<Pick<Attention, 'sum' | 'late'>> = {},
): Attention {
  return { kind, count, sum, late };
}

/** The average of the days before today: today is not over. */
function averagePerDay(
  days: readonly SpendingDay[],
  { from, before }: { from: string; before: string },
): Kopecks {
  const spent = sumSpent(days.filter(({ day }) => day >= from && day < before));
  return kopecks(Math.round(Math.max(0, spent) / USUAL_SPENDING_DAYS));
}

/** Sums this month and the last one. `today`: `YYYY-MM-DD`. */
function sumSpending(days: readonly SpendingDay[], today: string): Spending {
  const month = today.slice(0, 7);
  const last = monthBefore(today).slice(0, 7);
  const dayOfMonth = today.slice(8);
  const thisMonth = days.filter(({ day }) => day.startsWith(month));
  const lastMonth = days.filter(({ day }) => day.startsWith(last));
  return {
    today,
    thisMonth: sumSpent(thisMonth),
    lastMonth: sumSpent(lastMonth),
    lastMonthToDate: sumSpent(lastMonth.filter(({ day }) => day.slice(8) <= dayOfMonth)),
    days: thisMonth,
  };
}

/** The first day of the month before: `2026-01-31` → `2025-12-01`. */
function monthBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
}

function sumSpent(days: readonly SpendingDay[]): Kopecks {
  return kopecks(days.reduce((sum, { spent }) => sum + spent, 0));
}
