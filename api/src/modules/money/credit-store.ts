import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
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
  return {
    companyId: row.id,
    credit: kopecks(row.credit_kopecks),
    daysForPayment: row.credit_days_for_payment,
    daysWithoutPayment: row.credit_days_without_payment,
  };
}
