import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';

/**
 * Records on which side of their thresholds the balances are now; a message is due where they have come down to it.
 */
export async function updateCrossings(
  tx: Db,
  thresholds: readonly { companyId: number; crossed: boolean }[],
): Promise<void> {
  await sql`
    update company set threshold_crossed = noted.crossed, threshold_message_due = noted.crossed,
      threshold_falls = threshold_falls + noted.crossed::int, threshold_message_claimed_until = null
    from unnest(${bigints(thresholds.map((one) => one.companyId))}::bigint[],
      ${thresholds.map((one) => one.crossed)}::boolean[]) as noted (company_id, crossed)
    where company.id = noted.company_id`.execute(tx);
}
