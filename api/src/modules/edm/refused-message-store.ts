import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../db/database.ts';
import { isUnread } from '../operations/acknowledgement-store.ts';
import {
  mattersOf,
  MOST_UNCLEAR,
  type UnclearMatter,
  type UnclearRow,
} from '../operations/unclear-matter.ts';

/** A document that the company has refused to sign. */
export interface RefusedMessage extends UnclearMatter {
  title: string;
}

export async function listRefusedMessages(db: Db) {
  const found = await rows(
    db,
    sql<UnclearRow & { title: string }>`
      select message.document_id as id, message.changed_at as since, 0 as attempts, document.title, null as partner_id,
        null as partner_title, company.id as company_id, company.inn, company.title as company_title, null as card_number,
        message.reason as said, message.changed_at as heard_at, count(*) over () as total
      from edm_message message
      join month_document document on document.id = message.document_id
      join company on company.id = message.company_id
      where message.state = 'refused' and ${isUnread('letter', 'message.document_id', 'message.changed_at')}
      order by message.changed_at desc, message.document_id desc limit ${MOST_UNCLEAR}`,
  );
  return mattersOf(found, ({ title }) => ({ title }));
}

export function findRefusedMessage(db: Db, documentId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${isUnread('letter', 'message.document_id', 'message.changed_at')} as waits, company_id
      from edm_message message where message.document_id = ${documentId} and message.state = 'refused'`,
  );
}
