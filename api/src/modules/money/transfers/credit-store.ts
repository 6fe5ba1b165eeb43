import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { creditTermsOf, type CreditRow, type CreditTerms } from '../../companies/companies/credit-terms.ts';

export interface Credit {
  terms: CreditTerms;
  /** Below zero where credit is used. */
  unallocated: Kopecks;
  /** When the oldest unpaid part of the credit in use was taken; null while none is used. */
  indebtedSince: Date | null;
}

/**
 * A company's credit as of one moment. Payments pay its oldest use first, and what comes back from a card or a network
 * takes back the latest: the debt began with the last movement before which all payments since would have sufficed.
 */
export async function findCredit(db: Db, scope: CompanyScope): Promise<Credit> {
  const row = await onlyRow(
    db,
    sql<CreditRow & { unallocated: number; indebted_since: Date | null }>`
      select company.id, company.credit_kopecks, company.credit_days_for_payment, company.credit_days_without_payment,
        coalesce(account.balance_kopecks, 0) as unallocated, began.posted_at as indebted_since
      from company
      left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
      left join ledger_account bank on bank.company_id = company.id and bank.kind = 'bank'
      left join lateral (
        select posted_at from (
          select transfer.id, transfer.posted_at, entry.balance_before_kopecks + coalesce(sum(entry.amount_kopecks)
            filter (where bank.id in (transfer.from_account_id, transfer.to_account_id))
            over (order by entry.transfer_id desc rows unbounded preceding), 0) as covered
          from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
          where entry.account_id = account.id
        ) movement
        where covered >= 0 order by id desc limit 1
      ) began on account.balance_kopecks < 0
      where company.id = ${scope.companyId}`,
  );
  return {
    terms: creditTermsOf(row),
    unallocated: kopecks(row.unallocated),
    indebtedSince: row.indebted_since,
  };
}
