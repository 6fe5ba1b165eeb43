import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';

/** Cards of an approved request that their network has neither issued nor refused. */
export interface UnclearItem extends Matter {
  orderId: number;
  count: number;
}

/** Of all companies, asked for before this moment. Refused items are shown with their request instead. */
export async function listUnclearItems(db: Db, askedBefore: Date) {
  const found = await rows(
    db,
    sql<MatterRow & { request_id: number; missing: number }>`
      select item.id, coalesce(item.asked_at, request.approved_at) as since, item.request_id, item.attempts,
        item.cards_cnt - (select count(*) from card where card.request_item_id = item.id) as missing,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, item.network_said as said, item.heard_at,
        count(*) over () as total
      from card_request_item item
      join card_request request on request.id = item.request_id
      join company on company.id = item.company_id
      join partner on partner.id = item.partner_id
      where request.status_id = ${REQUEST_STATUS.approved} and item.issued_at is null and item.issue_refusal is null
        and item.attempts > 0 and coalesce(item.asked_at, request.approved_at) <= ${askedBefore}
      order by since desc, item.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, (row) => ({ orderId: row.request_id, count: row.missing }));
}
