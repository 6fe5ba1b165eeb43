import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { creditTermsOf, type CreditRow, type CreditTerms } from './credit-terms.ts';

/** Sets what a company may owe; days that are not named stay. */
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
  return creditTermsOf(row);
}
