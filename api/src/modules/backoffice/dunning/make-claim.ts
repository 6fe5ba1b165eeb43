import { kopecks } from '#contract/kopecks.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { findCompanyTerms } from '../../companies/terms/terms.ts';
import type { Claim } from '../../papers/documents/pdf/claim-pdf.ts';
import { countDays } from '../../../lib/days.ts';
import type { DebtCase, DunningRule } from './dunning-rule.ts';
import { findPenalty } from './penalty-store.ts';

/** Collects the contents of a claim, or returns null where the client has left the programme. */
export async function makeClaim(ctx: Context, debt: DebtCase, rule: DunningRule): Promise<Claim | null> {
  const db = ctx.db.system;
  const company = await findCompany(db, debt.companyId);
  if (!company?.clientSince) return null;
  const { version, acceptedAt } = await findCompanyTerms(db, mintCompanyScope(debt.companyId));
  const penalty = await findPenalty(db, debt.companyId);
  const rate = rule.steps.find((step) => step.action === 'penalty')?.rate;
  const today = moscowDay(ctx.clock.now());
  return {
    // One claim of a client a day, so that a repeat makes the same file.
    number: `${debt.companyId}-${today.replaceAll('-', '')}`,
    dateIso: today,
    creditor: ctx.programme.today().requisites,
    debtor: toDocumentParty(company),
    agreement:
      version !== null && acceptedAt ? { number: String(version), dateIso: moscowDay(acceptedAt) } : null,
    overdue: debt.due,
    total: debt.total,
    term: debt.term,
    lateDays: countDays(debt.term, today),
    penalty:
      penalty && rate && penalty.booked < penalty.sum
        ? {
            ...penalty,
            sum: kopecks(penalty.sum - penalty.booked),
            ratePercent: String(rate / 100).replace('.', ','),
          }
        : null,
  };
}
