import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';

/** The groups of the trucks that these cards are on now, by card; one that is in none is not in it. */
export function groupsOfCards(
  tx: Db,
  { companyId }: CompanyScope,
  cardIds: readonly number[],
): Promise<Map<number, number>> {
  return groupsOfAnyCards(
    tx,
    cardIds.map((cardId) => ({ companyId, cardId })),
  );
}

/** The same of cards of several companies, each named with its card. */
export async function groupsOfAnyCards(
  tx: Db,
  cards: readonly { companyId: number; cardId: number }[],
): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    sql<{ cardId: number; groupId: number }>`
      select riding.card_id as "cardId", vehicle.group_id as "groupId"
      from unnest(${bigints(cards.map((one) => one.companyId))}::bigint[], ${bigints(cards.map((one) => one.cardId))}::bigint[])
        as asked (company_id, card_id)
      join card_on_vehicle riding on riding.company_id = asked.company_id and riding.card_id = asked.card_id
        and riding.until is null
      join vehicle on vehicle.id = riding.vehicle_id and vehicle.company_id = riding.company_id
      where vehicle.group_id is not null`,
  );
  return new Map(found.map(({ cardId, groupId }) => [cardId, groupId]));
}
