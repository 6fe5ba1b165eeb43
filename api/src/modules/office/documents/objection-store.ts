import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/is-unread.ts';

/** A document that was confirmed after all is disputed no more, nor is one whose objection was answered. */
export const WAITS = sql<boolean>`
  document.received_at is null and document.objection_answered_at is null and document.withdrawn_at is null
  and ${isUnread('objection', 'document.id', 'document.objected_at')}`;

export interface LockedObjection {
  companyId: number;
  title: string;
  /** `YYYY-MM`, or a day of it. */
  month: string;
  isReceived: boolean;
  isAnswered: boolean;
}

/** Locks a document with its objection, so that it is answered or confirmed, and answered once. */
export async function lockObjection(tx: Db, documentId: number): Promise<LockedObjection | null> {
  return firstRow(
    tx,
    sql<LockedObjection>`
      select company_id as "companyId", title, month::text as month, received_at is not null as "isReceived",
        objection_answered_at is not null as "isAnswered"
      from month_document where id = ${documentId} and objection is not null for no key update`,
  );
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
