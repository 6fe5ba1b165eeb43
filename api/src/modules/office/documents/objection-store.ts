import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from '../../networks/commands/is-unread.ts';

/** A document that was confirmed after all is disputed no more, nor is one whose objection was answered. */
export const WAITS = sql<boolean>`
  document.received_at is null and document.objection_answered_at is null and document.withdrawn_at is null
  and ${isUnread('objection', 'document.id', 'document.objected_at')}`;

/** Locks a document with its objection, so that it is answered or confirmed, and answered once. */
export async function lockObjection(
  tx: Db,
  documentId: number,
): Promise<{ companyId: number; isReceived: boolean; isAnswered: boolean } | null> {
  const row = await firstRow(
    tx,
    sql<{ company_id: number; is_received: boolean; is_answered: boolean }>`
      select company_id, received_at is not null as is_received, objection_answered_at is not null as is_answered
      from month_document where id = ${documentId} and objection is not null for no key update`,
  );
  return row && { companyId: row.company_id, isReceived: row.is_received, isAnswered: row.is_answered };
}

export async function markAnswered(
  tx: Db,
  args: { documentId: number; text: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    update month_document set objection_answer = ${args.text}, objection_answered_at = ${args.now},
      objection_answered_by = ${args.staffId}
    where id = ${args.documentId}`.execute(tx);
}
