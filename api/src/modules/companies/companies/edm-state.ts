import { sql } from 'kysely';
import type { EDM_STATES } from '#contract/papers/edm.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { ownBalance } from './credit-terms.ts';

type EdmState = (typeof EDM_STATES)[number];

/** False when the company's current state does not allow the new one. */
export async function changeEdmState(
  tx: Db,
  companyId: number,
  change: { from: readonly EdmState[]; to: EdmState },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update company set edm_state = ${change.to}
      where id = ${companyId} and edm_state = any(${change.from}::text[]) returning id`,
  );
  return row !== null;
}

export interface DueMessage {
  /** Counts the company's falls to its threshold: which one the message is about. */
  fall: number;
  threshold: Kopecks;
  /** Remaining own funds of the company. */
  own: Kopecks;
  setBy: number | null;
}

/** Claims a due message, so that no other process sends it too. Null when there is none to claim. */
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
