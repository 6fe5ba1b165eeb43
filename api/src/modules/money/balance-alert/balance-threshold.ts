import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { updateThreshold } from '../../companies/companies/credit-terms.ts';

/** Balance at which a company wants a notification, and whether its balance has fallen to it. */
export interface Threshold {
  companyId: number;
  limit: Kopecks;
  crossed: boolean;
}

/**
 * Compares the company's own unallocated funds with the threshold and records the side; true when it was crossed, in either
 * direction.
 */
export function crossesThreshold(threshold: Threshold, own: Kopecks): boolean {
  const below = own <= threshold.limit;
  if (below === threshold.crossed) return false;
  threshold.crossed = below;
  return true;
}

async function findThreshold(db: Db, scope: CompanyScope): Promise<Kopecks | null> {
  const row = await getOnlyRow(
    db,
    sql<{
      threshold_kopecks: number | null;
    }>`select threshold_kopecks from company where id = ${scope.companyId}`,
  );
  return row.threshold_kopecks === null ? null : kopecks(row.threshold_kopecks);
}

/** Returns when another sender's claim on the due message ends, or null if none is due or claimed. */
export async function findClaimEnd(db: Db, companyId: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ until: Date | null }>`
      select threshold_message_claimed_until as until from company where id = ${companyId} and threshold_message_due`,
  );
  return row?.until ?? null;
}

/**
 * Lists the phones to notify: that of the person who set the threshold, or of the company's admins once that person has
 * left.
 */
export async function listPhonesToNotify(
  db: Db,
  args: { companyId: number; setBy: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ phone: string; set_it: boolean }>`
    select phone, id is not distinct from ${args.setBy}::bigint as set_it from company_person
    where company_id = ${args.companyId} and role <> 'none'
      and (id is not distinct from ${args.setBy}::bigint or role = 'admin')
    order by id`.execute(db);
  const setters = rows.filter((row) => row.set_it);
  return (setters.length > 0 ? setters : rows).map((row) => row.phone);
}

/**
 * Sets the balance at which the caller is notified by SMS. Null cancels it, undefined (an empty field) changes nothing
 * (spec section 5). Returns the threshold now in force.
 */
export async function setThreshold(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; threshold: Kopecks | null | undefined },
): Promise<Kopecks | null> {
  const { scope, userId, threshold } = args;
  return ctx.db.inCompany(scope, async (tx) => {
    if (threshold !== undefined) {
      // The balance stays while it is read; money is locked before the company's row, as everywhere.
      await lockMoney(tx, [scope.companyId], ctx.config.companyTimeoutMs);
      const before = await findThreshold(tx, scope);
      recordChange(tx, { before: { thresholdKopecks: before }, after: { thresholdKopecks: threshold } });
      await updateThreshold(tx, scope, { threshold, userId });
    }
    return findThreshold(tx, scope);
  });
}
