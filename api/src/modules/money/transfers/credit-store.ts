import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { creditTermsOf, type CreditRow, type CreditTerms } from '../../companies/companies/credit-terms.ts';
import { indebtedSince } from './indebted-since.ts';

export interface Credit {
  terms: CreditTerms;
  /** Below zero where credit is used. */
  unallocated: Kopecks;
  /** When the oldest unpaid part of the credit in use was taken; null while none is used. */
  indebtedSince: Date | null;
}

/** A company's credit as of one moment. */
export async function findCredit(db: Db, scope: CompanyScope): Promise<Credit> {
  const row = await onlyRow(
    db,
    sql<CreditRow & { unallocated: number; indebted_since: Date | null }>`
      select company.id, company.credit_kopecks, company.credit_days_for_payment, company.credit_days_without_payment,
        coalesce(account.balance_kopecks, 0) as unallocated, began.posted_at as indebted_since
      from company
      left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
      ${indebtedSince}
      where company.id = ${scope.companyId}`,
  );
  return {
    terms: creditTermsOf(row),
    unallocated: kopecks(row.unallocated),
    indebtedSince: row.indebted_since,
  };
}
