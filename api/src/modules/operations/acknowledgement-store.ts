import { sql } from 'kysely';
import type { AcknowledgeableKind } from '#contract/unsettled.ts';
import type { Db } from '../../db/database.ts';

/** Those who acknowledge do so one after another; the turn ends with the transaction. */
export async function takeTurnToAcknowledge(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('acknowledge'))`.execute(tx);
}

/** Whether nobody has read what is so since that moment. Both are columns of the query around it. */
export function isUnread(kind: AcknowledgeableKind, id: string, since: string) {
  return sql<boolean>`not exists (
    select from acknowledgement read
    where read.kind = ${kind} and read.subject_id = ${sql.ref(id)} and read.acknowledged_at >= ${sql.ref(since)})`;
}

export async function insertAcknowledgement(
  tx: Db,
  said: { kind: AcknowledgeableKind; id: number; reason: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into acknowledgement (kind, subject_id, acknowledged_at, acknowledged_by, reason)
    values (${said.kind}, ${said.id}, ${said.now}, ${said.staffId}, ${said.reason})`.execute(tx);
}
