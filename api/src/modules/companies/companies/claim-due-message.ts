import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { availableBalance } from './available-balance.ts';

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
      returning threshold_falls, threshold_kopecks, threshold_set_by, ${availableBalance} as available`,
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
