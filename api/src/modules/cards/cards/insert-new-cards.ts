import { sql } from 'kysely';
import { CARD_STATUS, type PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

/** Adds newly issued cards as not set up; a known number is left unchanged. Returns their ids. */
export async function insertNewCards(
  tx: Db,
  issued: {
    companyId: number;
    partnerId: PartnerId;
    itemId: number;
    cards: readonly { number: string; isVirtual: boolean }[];
    now: Date;
  },
): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtext('card-numbers'), ${issued.partnerId}::int)`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into card (company_id, partner_id, card_number, status_id, is_virtual, request_item_id, created_at)
    select ${issued.companyId}::bigint, ${issued.partnerId}::int, said.number, ${CARD_STATUS.notSetUp}::int, said.is_virtual,
      ${issued.itemId}::bigint, ${issued.now}::timestamptz
    from unnest(
      ${issued.cards.map((card) => card.number)}::text[], ${issued.cards.map((card) => card.isVirtual)}::boolean[]
    ) with ordinality as said (number, is_virtual, place)
    where not exists (select from card where card.card_number = said.number)
    order by said.place
    on conflict do nothing returning id`.execute(tx);
  return rows.map((row) => row.id);
}
