import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';

export async function findThreshold(db: Db, scope: CompanyScope): Promise<Kopecks | null> {
  const row = await onlyRow(
    db,
    sql<{
      threshold_kopecks: number | null;
    }>`select threshold_kopecks from company where id = ${scope.companyId}`,
  );
  return row.threshold_kopecks === null ? null : kopecks(row.threshold_kopecks);
}

/** When another sender's claim on the due message ends; null when none is due or claimed. */
export async function findClaimEnd(db: Db, companyId: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ until: Date | null }>`
      select threshold_message_claimed_until as until from company where id = ${companyId} and threshold_message_due`,
  );
  return row?.until ?? null;
}

/**
 * The phones to tell: that of the person who set the threshold, or of the company's admins once that person has left.
 */
export async function listPhonesToTell(
  db: Db,
  args: { companyId: number; setBy: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ phone: string; set_it: boolean }>`
    select phone, id is not distinct from ${args.setBy}::bigint as set_it from app_user
    where company_id = ${args.companyId} and role <> 'none'
      and (id is not distinct from ${args.setBy}::bigint or role = 'admin')
    order by id`.execute(db);
  const setters = rows.filter((row) => row.set_it);
  return (setters.length > 0 ? setters : rows).map((row) => row.phone);
}
