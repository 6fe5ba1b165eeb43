import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** The group of the truck that the company's card is on now; null when it is on none, or the truck in no group. */
export function groupOfCard(
  tx: Db,
  scope: CompanyScope,
  cardId: number,
): Promise<{ groupId: number; title: string } | null> {
  return firstRow(
    tx,
    sql<{ groupId: number; title: string }>`
      select vehicle_group.id as "groupId", vehicle_group.title from card_on_vehicle
      join vehicle on vehicle.id = card_on_vehicle.vehicle_id
      join vehicle_group on vehicle_group.id = vehicle.group_id
      where card_on_vehicle.company_id = ${scope.companyId} and card_on_vehicle.card_id = ${cardId}
        and card_on_vehicle.until is null`,
  );
}
