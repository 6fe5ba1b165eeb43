import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../db/database.ts';

export interface CreditTerms {
  companyId: number;
  credit: Kopecks;
  daysForPayment: number;
  daysWithoutPayment: number;
}

interface CreditRow {
  id: number;
  credit_kopecks: number;
  credit_days_for_payment: number;
  credit_days_without_payment: number;
}

/**
 * True for a company of the programme, which then cannot leave it before the transaction ends. Like a foreign key, it
 * holds up nothing but the leaving.
 */
export async function lockClient(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from company where id = ${companyId} and client_since is not null for key share`,
  );
  return row !== null;
}

export async function updateCredit(
  tx: Db,
  args: { companyId: number; credit: Kopecks; daysForPayment?: number; daysWithoutPayment?: number },
): Promise<CreditTerms> {
  const row = await onlyRow(
    tx,
    sql<CreditRow>`
      update company set credit_kopecks = ${args.credit},
        credit_days_for_payment = coalesce(${args.daysForPayment ?? null}::int, credit_days_for_payment),
        credit_days_without_payment = coalesce(${args.daysWithoutPayment ?? null}::int, credit_days_without_payment)
      where id = ${args.companyId}
      returning id, credit_kopecks, credit_days_for_payment, credit_days_without_payment`,
  );
  return termsOf(row);
}

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
    terms: termsOf(row),
    unallocated: kopecks(row.unallocated),
    indebtedSince: row.indebted_since,
  };
}

function termsOf(row: CreditRow): CreditTerms {
  return {
    companyId: row.id,
    credit: kopecks(row.credit_kopecks),
    daysForPayment: row.credit_days_for_payment,
    daysWithoutPayment: row.credit_days_without_payment,
  };
}
