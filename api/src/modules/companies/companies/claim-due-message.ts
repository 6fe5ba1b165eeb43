import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { ownBalance } from './own-balance.ts';

export interface DueMessage {
  /** Counts the company's falls to its threshold: which one the message is about. */
  fall: number;
  threshold: Kopecks;
  /** What is left of the company's own. */
  own: Kopecks;
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
      own: number;
    }>`
      update company set threshold_message_claimed_until = ${args.until}
      where id = ${args.companyId} and threshold_message_due and threshold_kopecks is not null
        and (threshold_message_claimed_until is null or threshold_message_claimed_until <= ${args.now})
      returning threshold_falls, threshold_kopecks, threshold_set_by, ${ownBalance} as own`,
  );
  return (
    row && {
      fall: row.threshold_falls,
      threshold: kopecks(row.threshold_kopecks),
      own: kopecks(row.own),
      setBy: row.threshold_set_by,
    }
  );
}
