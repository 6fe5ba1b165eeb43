import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { getPreviousMonth } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { insertCompleteMonth, listDecidedCompanies } from './month-store.ts';
import { readMonth } from './read-month.ts';

/** Months back from the running one that are still watched: a confirmation may come weeks late. */
const WATCHED_MONTHS = 2;

/**
 * Notifies each company once that a month is complete: nothing is left to do, and its archive can be taken as one file. Programs
 * get an event. Safe to run twice. Returns how many were notified.
 */
export async function notifyCompleteMonths(ctx: Context): Promise<number> {
  let notified = 0;
  let month = moscowDay(ctx.clock.now()).slice(0, 7);
  for (let back = 0; back < WATCHED_MONTHS; back += 1) {
    month = getPreviousMonth(month);
    notified += await notifyOfMonth(ctx, month);
  }
  return notified;
}

async function notifyOfMonth(ctx: Context, month: string): Promise<number> {
  let notified = 0;
  for (let after = 0; ;) {
    const companies = await listDecidedCompanies(ctx.db.system, { month, after });
    if (companies.length === 0) return notified;
    for (const companyId of companies) {
      after = companyId;
      notified += Number(await notifyCompany(ctx, companyId, month));
    }
  }
}

async function notifyCompany(ctx: Context, companyId: number, month: string): Promise<boolean> {
  const scope = mintCompanyScope(companyId);
  const steps = await readMonth(ctx, scope, month);
  if (steps.some(({ done }) => !done)) return false;
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    if (!(await insertCompleteMonth(tx, scope, { month, now }))) return false;
    await notify(tx, {
      kind: 'month-complete',
      companyId,
      facts: { month },
      about: `${companyId}:${month}`,
      now,
    });
    await recordEvent(tx, { at: now, what: 'month-complete', companyId, after: { month } });
    return true;
  });
}
