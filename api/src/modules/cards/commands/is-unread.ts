import { sql } from 'kysely';
import type { AcknowledgeableKind } from '#contract/unsettled.ts';

/** Whether nobody has read what is so since that moment. Both are columns of the query around it. */
export function isUnread(kind: AcknowledgeableKind, id: string, since: string) {
  return sql<boolean>`not exists (
    select from acknowledgement read
    where read.kind = ${kind} and read.subject_id = ${sql.ref(id)} and read.acknowledged_at >= ${sql.ref(since)})`;
}
