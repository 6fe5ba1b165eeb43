import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../db/database.ts';
import { bigints } from '../../db/parameter.ts';
import type { Threshold } from './threshold.ts';

/** What can be moved now, as the screens show it, to compare with the threshold. */
const AVAILABLE = sql`
  (select greatest(0, account.balance_kopecks + company.credit_kopecks)
   from ledger_account account where account.company_id = company.id and account.kind = 'unallocated')`;

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
      threshold_crossed = coalesce(${AVAILABLE} < ${threshold}::bigint, false), threshold_message_due = false,
      threshold_message_claimed_until = null
    where id = ${scope.companyId}`.execute(tx);
}

export async function findThreshold(db: Db, scope: CompanyScope): Promise<Kopecks | null> {
  const row = await onlyRow(
    db,
    sql<{
      threshold_kopecks: number | null;
    }>`select threshold_kopecks from company where id = ${scope.companyId}`,
  );
  return row.threshold_kopecks === null ? null : kopecks(row.threshold_kopecks);
}

/** Records on which side of its threshold a company's balance is; true when a message has become due by that. */
export async function markCrossing(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ due: boolean }>`
      update company set threshold_crossed = not threshold_crossed, threshold_message_due = not threshold_crossed,
        threshold_falls = threshold_falls + (not threshold_crossed)::int, threshold_message_claimed_until = null
      where id = ${companyId} and threshold_kopecks is not null
        and threshold_crossed <> (${AVAILABLE} <= threshold_kopecks)
      returning threshold_message_due as due`,
  );
  return row?.due ?? false;
}

/**
 * Records on which side of their thresholds the balances are now; a message is due where they have come down to it.
 */
export async function updateCrossings(tx: Db, thresholds: readonly Threshold[]): Promise<void> {
  await sql`
    update company set threshold_crossed = noted.crossed, threshold_message_due = noted.crossed,
      threshold_falls = threshold_falls + noted.crossed::int, threshold_message_claimed_until = null
    from unnest(${bigints(thresholds.map((one) => one.companyId))}::bigint[],
      ${thresholds.map((one) => one.crossed)}::boolean[]) as noted (company_id, crossed)
    where company.id = noted.company_id`.execute(tx);
}

export interface DueMessage {
  /** Counts the company's falls to its threshold: which one the message is about. */
  fall: number;
  threshold: Kopecks;
  available: Kopecks;
  setBy: number | null;
}

/** Claims a due message, so that nobody else sends it too; null when there is none to claim. */
export async function claimDueMessage(
  db: Db,
  args: { companyId: number; until: Date; now: Date },
): Promise<DueMessage | null> {
  const row = await firstRow(
    db,
    sql<{
      threshold_falls: number;
      threshold_kopecks: number;
      threshold_set_by: number | null;
      available: number;
    }>`
      update company set threshold_message_claimed_until = ${args.until}
      where id = ${args.companyId} and threshold_message_due and threshold_kopecks is not null
        and (threshold_message_claimed_until is null or threshold_message_claimed_until <= ${args.now})
      returning threshold_falls, threshold_kopecks, threshold_set_by, ${AVAILABLE} as available`,
  );
  return (
    row && {
      fall: row.threshold_falls,
      threshold: kopecks(row.threshold_kopecks),
      available: kopecks(row.available),
      setBy: row.threshold_set_by,
    }
  );
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
 * Ends a claim; the message is no longer due if it was sent. A claim that a new crossing has replaced changes
 * nothing.
 */
export async function endClaim(
  db: Db,
  args: { companyId: number; until: Date; sent: boolean },
): Promise<void> {
  await sql`
    update company set threshold_message_claimed_until = null, threshold_message_due = threshold_message_due and ${!args.sent}
    where id = ${args.companyId} and threshold_message_claimed_until = ${args.until}`.execute(db);
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
