import { summarizeOperations } from '#contract/fuel/spending.ts';
import { mergeRuns } from '#contract/values/run.ts';
import { comparedPeriod } from '#contract/fuel/summary/compared-period.ts';
import { sumPrevious, sumSpending, type ComparedSpending } from '#contract/fuel/summary/summary.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { assertMayDo } from '../../../http/allow-call.ts';
import { findRightsInCompanies, type Session } from '../../../http/session.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { runsOfMany } from '../../fleet/vehicles/runs-of-company.ts';
import { readSpentOfMany } from '../../fuel/history/spending-of-many.ts';
import { toTimeRange } from '../../fuel/history/summarize-operations.ts';
import { listMemberships, type Membership } from '../../messaging/users/memberships.ts';

interface CompanySpending extends Membership {
  totals: ComparedSpending;
}

export interface CompaniesSpending {
  /** The largest sum first. */
  companies: CompanySpending[];
  totals: ComparedSpending;
}

/**
 * Reads what each company of a person has spent on fuel on some Moscow days, `YYYY-MM-DD`, beside the same days before. Only
 * companies are read in which the person may see the report of spending now; each figure of all of them is one query.
 */
export async function readCompaniesSpending(
  ctx: Context,
  session: Session,
  days: { dateFrom: string; dateTo: string },
): Promise<CompaniesSpending> {
  const now = ctx.clock.now();
  const memberships = await listReadable(ctx, session);
  const scopes = memberships.map(({ companyId }) => mintCompanyScope(companyId));
  const { compared = null } = comparedPeriod(days, moscowDay(now)) ?? {};
  const companies = await ctx.db.inSystem(async (tx) => {
    const spent = await readSpentOfMany(tx, scopes, {
      days: { from: days.dateFrom, to: days.dateTo },
      compared,
    });
    const runs = await runsOfMany(tx, scopes, toTimeRange(days, now));
    return memberships.map((membership): CompanySpending => {
      const { vehicleIds, ...own } = spent(mintCompanyScope(membership.companyId));
      const ofTrucks = runs.get(membership.companyId);
      return {
        ...membership,
        totals: { ...own, run: mergeRuns(vehicleIds.map((id) => ofTrucks?.get(id) ?? null)) },
      };
    });
  });
  const all = companies.map(({ totals }) => totals);
  return {
    companies: companies.toSorted((left, right) => right.totals.spent - left.totals.spent),
    totals: {
      ...sumSpending(all),
      cards: all.reduce((sum, { cards }) => sum + (cards ?? 0), 0),
      previous: sumPrevious(all),
      run: mergeRuns(all.map(({ run }) => run)),
    },
  };
}

/** Lists the companies in which the caller may see the report of spending at this moment. */
async function listReadable(ctx: Context, session: Session): Promise<Membership[]> {
  const memberships = await listMemberships(ctx.db.system, {
    userId: session.userId,
    now: ctx.clock.now(),
  });
  const ids = memberships.map(({ companyId }) => companyId);
  const rights = new Map(
    (await findRightsInCompanies(ctx, session, ids)).map((found) => [found.company?.id, found]),
  );
  return memberships.filter(({ companyId }) => mayRead(ctx, rights.get(companyId)));
}

function mayRead(ctx: Context, rights: Session | undefined): boolean {
  if (!rights) return false;
  try {
    assertMayDo(ctx, summarizeOperations, rights);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}
