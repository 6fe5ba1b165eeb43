import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { listCredits } from './list-credits.ts';

/** Days before the last day of a term, and the last day itself. */
const DAYS_BEFORE = [3, 0] as const;

/**
 * Notifies companies before the day by which they have to pay for fuel taken on credit, except companies that a
 * rule of collection reminds.
 */
export async function notifyPaymentsDue(
  ctx: Context,
  isReminded: (companyId: number) => boolean = () => false,
): Promise<void> {
  const now = ctx.clock.now();
  const days: readonly string[] = DAYS_BEFORE.map((later) => moscowDay(now, later));
  const due = (await listCredits(ctx)).flatMap(({ id, debt }) => {
    const day = debt?.payUntil;
    if (!debt || !day || !days.includes(day) || isReminded(id)) return [];
    const about = `${id}:${day}:${days.indexOf(day)}`;
    const facts = { day, sumKopecks: debt.sum };
    return [{ kind: 'payment-due' as const, companyId: id, facts, about, now }];
  });
  if (due.length === 0) return;
  await ctx.db.inSystem((tx) => notify(tx, ...due));
}
