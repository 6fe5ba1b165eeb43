import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { ownBalance } from './own-balance.ts';

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
