import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Vehicle } from './vehicle.ts';
import { VEHICLE_COLUMNS, vehicleOf, type VehicleRow } from './vehicle-store.ts';

/** The company's trucks by plate, each with the cards that are on it now; without those that it has no longer. */
export async function vehiclesOfCompany(
  tx: Db,
  scope: CompanyScope,
): Promise<(Vehicle & { cardIds: number[] })[]> {
  const found = await rows(
    tx,
    sql<VehicleRow & { card_ids: number[] }>`
      select ${VEHICLE_COLUMNS}, coalesce(riding.card_ids, '{}') as card_ids from vehicle
      left join lateral (
        select array_agg(card_id order by card_id) as card_ids from card_on_vehicle
        where card_on_vehicle.vehicle_id = vehicle.id and until is null
      ) riding on true
      where vehicle.company_id = ${scope.companyId} and vehicle.removed_at is null
      order by vehicle.plate`,
  );
  return found.map((row) => ({ ...vehicleOf(row), cardIds: row.card_ids }));
}
