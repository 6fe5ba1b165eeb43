import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { getPreviousMonth } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listMemberships, type Membership } from '../../messaging/users/memberships.ts';
import { availableFunds, ownFunds } from '../../money/posting/balances.ts';
import { findBalancesOfMany } from '../../money/posting/find-balances.ts';
import type { CreditDebt } from '../../money/transfers/credit.ts';
import { listWaitingOfMany, readSharedCountsOfMany } from '../overview/list-waiting.ts';
import type { MonthStep } from '../months/month-steps.ts';
import { readMonthOfMany } from '../months/read-month.ts';
import { LATE_DEBT, rankUrgency, type WaitingItem } from '../overview/rank-waiting.ts';

export interface OwnCompany extends Membership {
  waiting: WaitingItem[];
  debt: CreditDebt | null;
  /** Number of months with documents that are neither confirmed nor objected to. */
  openMonths: number;
}

/** Lists the companies that a person may enter, each with what waits there for the person's role. */
export async function listCompaniesWithWaiting(ctx: Context, userId: number): Promise<OwnCompany[]> {
  const memberships = await listMemberships(ctx.db.system, { userId, now: ctx.clock.now() });
  return ctx.db.inSystem((tx) => readWaiting(tx, memberships, ctx.clock.now()));
}

export interface CompanyFigures extends OwnCompany {
  own: Kopecks;
  unallocated: Kopecks;
  /** Money that can be moved now: unallocated funds and unused credit. */
  free: Kopecks;
  /** The month before the running one, `YYYY-MM`, and its steps that are not done. */
  lastMonth: { month: string; missing: MonthStep['key'][] };
}

/**
 * Reads money and what waits of each company that a person may enter, the most urgent first. Every role shows its company's
 * money. Each figure of all companies is one query, which names the companies of the memberships that were read for it.
 */
export async function readCompanies(ctx: Context, userId: number): Promise<CompanyFigures[]> {
  const now = ctx.clock.now();
  const memberships = await listMemberships(ctx.db.system, { userId, now });
  const scopes = memberships.map(({ companyId }) => mintCompanyScope(companyId));
  const companies = await ctx.db.inSystem(async (tx) => {
    const balances = await findBalancesOfMany(tx, scopes);
    const read = await readWaiting(tx, memberships, now);
    const month = getPreviousMonth(moscowDay(now).slice(0, 7));
    const steps = await readMonthOfMany(ctx, tx, scopes, month);
    return read.map((company) => {
      const own = balances.get(company.companyId);
      return {
        ...company,
        own: own ? ownFunds(own) : kopecks(0),
        unallocated: own?.unallocated ?? kopecks(0),
        free: own ? availableFunds(own) : kopecks(0),
        lastMonth: { month, missing: listMissing(steps.get(company.companyId)) },
      };
    });
  });
  return sortByUrgency(companies, now);
}

function listMissing(steps: readonly MonthStep[] = []): MonthStep['key'][] {
  return steps.filter(({ done }) => !done).map(({ key }) => key);
}

/** Reads what waits in each company for its role, by one query a figure. */
async function readWaiting(tx: Db, memberships: readonly Membership[], now: Date): Promise<OwnCompany[]> {
  const companies = memberships.map(({ companyId, role }) => ({ scope: mintCompanyScope(companyId), role }));
  const scopes = companies.map(({ scope }) => scope);
  const counts = await readSharedCountsOfMany(tx, scopes, now);
  const waiting = await listWaitingOfMany(tx, companies, { now, counts });
  return memberships.map((membership) => ({
    ...membership,
    waiting: waiting.get(membership.companyId) ?? [],
    openMonths: counts(membership.companyId).documents.months,
    debt: counts(membership.companyId).debt,
  }));
}

/** Rank of a company in which nothing waits. */
const NOTHING_WAITS = [4, 0] as const;

/** Sorts companies by their most urgent item; a late debt comes first for every role. */
function sortByUrgency(companies: readonly CompanyFigures[], now: Date): CompanyFigures[] {
  const rank = ({ waiting: [first], debt }: CompanyFigures): readonly [number, number] => {
    if (debt?.late) return LATE_DEBT;
    return first ? rankUrgency(first, now) : NOTHING_WAITS;
  };
  return companies.toSorted((left, right) => {
    const [leftGroup, leftOrder] = rank(left);
    const [rightGroup, rightOrder] = rank(right);
    return leftGroup - rightGroup || leftOrder - rightOrder || left.title.localeCompare(right.title, 'ru');
  });
}
