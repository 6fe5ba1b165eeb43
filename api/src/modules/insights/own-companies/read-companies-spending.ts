import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { mergeRuns } from '../../fleet/vehicles/vehicle-month.ts';
import { summarizeOperations } from '../../fuel/history/summarize-operations.ts';
import { sumPrevious, sumSpending, type ComparedSpending } from '../../fuel/history/summary.ts';
import type { Membership } from '../../messaging/users/memberships.ts';
import { readEach } from './read-companies.ts';

export interface CompanySpending extends Membership {
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
    companies: companies.toSorted((one, other) => other.totals.spent - one.totals.spent),
    totals: {
      ...sumSpending(all),
      cards: all.reduce((sum, { cards }) => sum + (cards ?? 0), 0),
      previous: sumPrevious(all),
      run: mergeRuns(all.map(({ run }) => run)),
    },
  };
}
