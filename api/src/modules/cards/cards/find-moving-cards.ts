import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

/** What a movement of money needs to know of its card. */
export interface MovingCard {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  number: string;
}

/** The cards that movements name, each of its own company. */
export async function findMovingCards(
  db: Db,
  asked: readonly { companyId: number; cardId: number }[],
): Promise<MovingCard[]> {
  const { rows } = await sql<{ id: number; company_id: number; partner_id: PartnerId; card_number: string }>`
    select card.id, card.company_id, card.partner_id, card.card_number
    from unnest(${asked.map((one) => one.companyId)}::bigint[], ${asked.map((one) => one.cardId)}::bigint[])
      as asked (company_id, card_id)
    join card on card.id = asked.card_id and card.company_id = asked.company_id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    partnerId: row.partner_id,
    number: row.card_number,
  }));
}
