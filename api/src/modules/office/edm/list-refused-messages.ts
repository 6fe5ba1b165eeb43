import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/is-unread.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';

/** A document that the company has refused to sign. */
export interface RefusedMessage extends Matter {
  title: string;
}

export async function listRefusedMessages(db: Db) {
  const found = await rows(
    db,
    sql<MatterRow & { title: string }>`
      select message.document_id as id, message.changed_at as since, 0 as attempts, document.title, null as partner_id,
        null as partner_title, company.id as company_id, company.inn, company.title as company_title, null as card_number,
        message.reason as said, message.changed_at as heard_at, count(*) over () as total
      from edm_message message
      join month_document document on document.id = message.document_id
      join company on company.id = message.company_id
      where message.state = 'refused' and ${isUnread('letter', 'message.document_id', 'message.changed_at')}
      order by message.changed_at desc, message.document_id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ title }) => ({ title }));
}
