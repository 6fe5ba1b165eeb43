import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { ToldChoice } from './told-choice.ts';

export function findChangeByRequest(db: Db, requestId: string): Promise<ToldChoice | null> {
  return firstRow(
    db,
    sql<ToldChoice>`
      select change.request_id as "requestId", change.kind, change.state, change.reason,
        change.finished_at as "finishedAt", change.company_id as "companyId", card.card_number as "cardNumber",
        card.partner_id as "partnerId"
      from card_change change join card on card.id = change.card_id where change.request_id = ${requestId}::uuid`,
  );
}
