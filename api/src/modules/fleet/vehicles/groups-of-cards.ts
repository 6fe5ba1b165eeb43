import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/** The groups of the trucks that these cards are on now, by card; one that is in none is not in it. */
export async function groupsOfCards(
  tx: Db,
  scope: CompanyScope,
  cardIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    sql<{ cardId: number; groupId: number }>`
      select riding.card_id as "cardId", vehicle.group_id as "groupId" from card_on_vehicle riding
      join vehicle on vehicle.id = riding.vehicle_id
      where riding.company_id = ${scope.companyId} and riding.card_id = any (${[...cardIds]}::bigint[])
        and riding.until is null and vehicle.company_id = ${scope.companyId} and vehicle.group_id is not null`,
  );
  return new Map(found.map(({ cardId, groupId }) => [cardId, groupId]));
}
