import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/is-unread.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';

/** Cards of which a network has issued more than were ordered. */
export interface SurplusItem extends Matter {
  orderId: number;
  ordered: number;
  made: number;
  /** All cards of the line: nobody knows which of them are the surplus ones. */
  cardNumbers: string[];
}

export async function listSurplusItems(db: Db) {
  const found = await rows(
    db,
    sql<MatterRow & { request_id: number; cards_cnt: number; surplus: number; card_numbers: string[] }>`
      select item.id, item.issued_at as since, 0 as attempts, item.request_id, item.cards_cnt, item.surplus,
        (select array_agg(card_number order by id) from card where card.request_item_id = item.id) as card_numbers,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, null as said, null as heard_at, count(*) over () as total
      from card_request_item item
      join company on company.id = item.company_id
      join partner on partner.id = item.partner_id
      where item.surplus > 0 and ${isUnread('surplus', 'item.id', 'item.issued_at')}
      order by item.issued_at desc, item.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, (row) => ({
    orderId: row.request_id,
    ordered: row.cards_cnt,
    made: row.cards_cnt + row.surplus,
    cardNumbers: row.card_numbers,
  }));
}
