import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { creditTermsOf, type CreditRow, type CreditTerms } from './credit-terms.ts';

/** How much a client may owe, and for how long; null when the company is not a client. */
export async function findCreditTerms(db: Db, companyId: number): Promise<CreditTerms | null> {
  const row = await firstRow(
    db,
    sql<CreditRow>`
      select id, credit_kopecks, credit_days_for_payment, credit_days_without_payment
      from company where id = ${companyId} and client_since is not null`,
  );
  return row && creditTermsOf(row);
}
