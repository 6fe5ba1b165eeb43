import { sql } from 'kysely';
import type { AcknowledgeableKind } from '#contract/money/unsettled.ts';
import type { Db } from '../../../db/database.ts';

export async function insertAcknowledgement(
  tx: Db,
  input: { kind: AcknowledgeableKind; id: number; reason: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into acknowledgement (kind, subject_id, acknowledged_at, acknowledged_by, reason)
    values (${input.kind}, ${input.id}, ${input.now}, ${input.staffId}, ${input.reason})`.execute(tx);
}

/** Lets one transaction at a time acknowledge; the turn ends with the transaction. */
export async function takeTurnToAcknowledge(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('acknowledge'))`.execute(tx);
}
