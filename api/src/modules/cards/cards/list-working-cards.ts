import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';

export interface WorkingCard {
  number: string;
  network: string;
}

/** Returns the first cards of a company that can buy now, and how many there are. */
export async function listWorkingCards(
  db: Db,
  { companyId, max }: { companyId: number; max: number },
): Promise<{ cards: WorkingCard[]; total: number }> {
  const found = await rows(
    db,
    sql<WorkingCard & { total: number }>`
      select card.card_number as number, partner.title as network, count(*) over () as total
      from card join partner on partner.id = card.partner_id
      where card.company_id = ${companyId} and card.status_id = ${CARD_STATUS.active}
      order by card.id limit ${max}`,
  );
  return {
    cards: found.map(({ number, network }) => ({ number, network })),
    total: found[0]?.total ?? 0,
  };
}
