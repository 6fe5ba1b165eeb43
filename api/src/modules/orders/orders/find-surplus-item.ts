import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/is-unread.ts';

export function findSurplusItem(db: Db, itemId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${isUnread('surplus', 'item.id', 'item.issued_at')} as waits, company_id
      from card_request_item item where item.id = ${itemId} and item.surplus > 0`,
  );
}
