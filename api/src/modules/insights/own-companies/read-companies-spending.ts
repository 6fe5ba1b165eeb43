import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { mergeRuns } from '../../fleet/vehicles/vehicle-month.ts';
import { summarizeOperations } from '../../fuel/history/summarize-operations.ts';
import { sumPrevious, sumSpending, type ComparedSpending } from '../../fuel/history/summary.ts';
import { listMemberships, type Membership } from '../../messaging/users/memberships.ts';

interface CompanySpending extends Membership {
  totals: ComparedSpending;
}

export interface CompaniesSpending {
  /** The largest sum first. */
  companies: CompanySpending[];
  totals: ComparedSpending;
}

/** Reads what each company of a person has spent on fuel on some Moscow days, `YYYY-MM-DD`, beside the same days before. */
export async function readCompaniesSpending(
  ctx: Context,
  userId: number,
  days: { dateFrom: string; dateTo: string },
): Promise<CompaniesSpending> {
  const companies = await readEach(ctx, userId, async (membership): Promise<CompanySpending> => {
    const scope = mintCompanyScope(membership.companyId);
    // Only trucks have kilometres, and each purchase is in one row of them.
    const { totals } = await summarizeOperations(ctx, scope, { by: 'vehicle', filter: days });
    return { ...membership, totals };
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

/** Number of companies that are read at the same time, so that a firm of a hundred clients leaves connections to others. */
const MAX_CONCURRENT = 4;

/** Reads the caller's companies in their order, some at the same time. Each is read as its own company only. */
async function readEach<Read>(
  ctx: Context,
  userId: number,
  read: (membership: Membership) => Promise<Read>,
): Promise<Read[]> {
  const memberships = await listMemberships(ctx.db.system, { userId, now: ctx.clock.now() });
  const all: Read[] = [];
  for (let from = 0; from < memberships.length; from += MAX_CONCURRENT)
    all.push(...(await Promise.all(memberships.slice(from, from + MAX_CONCURRENT).map(read))));
  return all;
}
