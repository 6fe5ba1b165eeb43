import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/is-unread.ts';

export function findRefusedMessage(db: Db, documentId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${isUnread('letter', 'message.document_id', 'message.changed_at')} as waits, company_id
      from edm_message message where message.document_id = ${documentId} and message.state = 'refused'`,
  );
}
