import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCredit, type Credit } from './credit-store.ts';
import type { CreditTerms } from '../../companies/companies/credit-terms.ts';

export interface DatedCredit {
  terms: CreditTerms;
  debt: CreditDebt | null;
}

/** Credit in use. Days are Moscow days, `YYYY-MM-DD`. */
export interface CreditDebt {
  sum: Kopecks;
  since: string;
  /** The last day of the term; null where none is agreed. */
  payUntil: string | null;
  /** The last day that may pass without payment after the term. */
  workUntil: string | null;
  late: boolean;
}

/** The terms of the company's credit, what of it is in use and until when that is paid back (agreement, 3.6). */
export async function readCredit(ctx: Context, scope: CompanyScope): Promise<DatedCredit> {
  const credit = await ctx.db.inCompany(scope, (tx) => findCredit(tx, scope));
  return datedCredit(credit, ctx.clock.now());
}

export function datedCredit({ terms, unallocated, indebtedSince }: Credit, now: Date): DatedCredit {
  if (!indebtedSince) return { terms, debt: null };
  const { daysForPayment, daysWithoutPayment } = terms;
  const payUntil = daysForPayment > 0 ? moscowDay(indebtedSince, daysForPayment) : null;
  return {
    terms,
    debt: {
      sum: kopecks(-unallocated),
      since: moscowDay(indebtedSince),
      payUntil,
      workUntil:
        daysWithoutPayment > 0 ? moscowDay(indebtedSince, daysForPayment + daysWithoutPayment) : null,
      late: payUntil !== null && moscowDay(now) > payUntil,
    },
  };
}
