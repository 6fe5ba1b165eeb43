import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { CardStatusId, PartnerId } from '#contract/ids.ts';

/** The columns of a holdable card. */
export const HOLDABLE_CARD = sql`card.id, card.company_id as "companyId", card.card_number as "cardNumber", card.partner_id as "partnerId", card.status_id as "statusId",
  card.shortfall_kopecks > 0 as "inDebt"`;

/** One card of any company, locked. */
export async function lockAnyCard(tx: Db, cardId: number): Promise<HoldableCard | null> {
  const [card] = await rows(
    tx,
    sql<HoldableCard>`select ${HOLDABLE_CARD} from card where card.id = ${cardId} for no key update`,
  );
  return card ?? null;
}

/** A card whose block or unblock is about to be decided; it is locked. */
export interface HoldableCard {
  id: number;
  companyId: number;
  cardNumber: string;
  partnerId: PartnerId;
  statusId: CardStatusId;
  /** Fuel bought past what was on it: it stays blocked. */
  inDebt: boolean;
}
