import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from './is-unread.ts';

export function findIllegibleCard(db: Db, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')} as waits, card.company_id
      from illegible_card kept
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      where kept.id = ${id}`,
  );
}
