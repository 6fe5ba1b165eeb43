import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db, getOnlyRow } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';

export interface CreditTerms {
  companyId: number;
  credit: Kopecks;
  daysForPayment: number;
  daysWithoutPayment: number;
}

export interface CreditRow {
  id: number;
  credit_kopecks: number;
  credit_days_for_payment: number;
  credit_days_without_payment: number;
}

export function toCreditTerms(row: CreditRow): CreditTerms {
  return {
    companyId: row.id,
    credit: kopecks(row.credit_kopecks),
    daysForPayment: row.credit_days_for_payment,
    daysWithoutPayment: row.credit_days_without_payment,
  };
}

/** Returns how much a client may owe, and for how long. Null when the company is not a client. */
export async function findCreditTerms(db: Db, companyId: number): Promise<CreditTerms | null> {
  const row = await firstRow(
    db,
    sql<CreditRow>`
      select id, credit_kopecks, credit_days_for_payment, credit_days_without_payment
      from company where id = ${companyId} and client_since is not null`,
  );
  return row && toCreditTerms(row);
}

/** Sets what a company may owe; days that are not named stay. */
export async function updateCredit(
  tx: Db,
  args: { companyId: number; credit: Kopecks; daysForPayment?: number; daysWithoutPayment?: number },
): Promise<CreditTerms> {
  const row = await getOnlyRow(
    tx,
    sql<CreditRow>`
      update company set credit_kopecks = ${args.credit},
        credit_days_for_payment = coalesce(${args.daysForPayment ?? null}::int, credit_days_for_payment),
        credit_days_without_payment = coalesce(${args.daysWithoutPayment ?? null}::int, credit_days_without_payment)
      where id = ${args.companyId}
      returning id, credit_kopecks, credit_days_for_payment, credit_days_without_payment`,
  );
  return toCreditTerms(row);
}

/**
 * Records for each balance whether it is below its thresholds now; a message is due where a balance has come down
 * to one.
 */
export async function updateCrossings(
  tx: Db,
  thresholds: readonly { companyId: number; crossed: boolean }[],
): Promise<void> {
  await sql`
    update company set threshold_crossed = noted.crossed, threshold_message_due = noted.crossed,
      threshold_falls = threshold_falls + noted.crossed::int, threshold_message_claimed_until = null
    from unnest(${encodeBigints(thresholds.map((threshold) => threshold.companyId))}::bigint[],
      ${thresholds.map((threshold) => threshold.crossed)}::boolean[]) as noted (company_id, crossed)
    where company.id = noted.company_id`.execute(tx);
}

/** The company's own part of the unallocated funds, without credit, to compare with the threshold. */
export const ownBalance = sql`
  (select greatest(0, account.balance_kopecks)
   from ledger_account account where account.company_id = company.id and account.kind = 'unallocated')`;

/** Records on which side of its threshold a company's balance is; true when a message has become due by that. */
export async function markCrossing(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ due: boolean }>`
      update company set threshold_crossed = not threshold_crossed, threshold_message_due = not threshold_crossed,
        threshold_falls = threshold_falls + (not threshold_crossed)::int, threshold_message_claimed_until = null
      where id = ${companyId} and threshold_kopecks is not null
        and threshold_crossed <> (${ownBalance} <= threshold_kopecks)
      returning threshold_message_due as due`,
  );
  return row?.due ?? false;
}

/** Sets or cancels the threshold. A balance already below the new one has not crossed it. */
export async function updateThreshold(
  tx: Db,
  scope: CompanyScope,
  args: { threshold: Kopecks | null; userId: number },
): Promise<void> {
  const { threshold } = args;
  await sql`
    update company set threshold_kopecks = ${threshold}::bigint,
      threshold_set_by = ${threshold === null ? null : args.userId}::bigint,
      threshold_crossed = coalesce(${ownBalance} < ${threshold}::bigint, false), threshold_message_due = false,
      threshold_message_claimed_until = null
    where id = ${scope.companyId}`.execute(tx);
}
