import { sql } from 'kysely';
import type { AcknowledgeableKind } from '#contract/unsettled.ts';
import type { Db } from '../../../db/database.ts';

export async function insertAcknowledgement(
  tx: Db,
  said: { kind: AcknowledgeableKind; id: number; reason: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into acknowledgement (kind, subject_id, acknowledged_at, acknowledged_by, reason)
    values (${said.kind}, ${said.id}, ${said.now}, ${said.staffId}, ${said.reason})`.execute(tx);
}
