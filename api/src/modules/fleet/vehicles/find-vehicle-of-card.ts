import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Vehicle } from './vehicle.ts';
import { VEHICLE_COLUMNS, vehicleOf, type VehicleRow } from './vehicle-store.ts';

/** The truck that the company's card was on at a moment; null when it was on none. */
export async function findVehicleOfCard(
  tx: Db,
  scope: CompanyScope,
  { cardId, at }: { cardId: number; at: Date },
): Promise<Vehicle | null> {
  const row = await firstRow(
    tx,
    sql<VehicleRow>`
      select ${VEHICLE_COLUMNS} from card_on_vehicle
      join vehicle on vehicle.id = card_on_vehicle.vehicle_id
      where card_on_vehicle.company_id = ${scope.companyId} and card_on_vehicle.card_id = ${cardId}
        and card_on_vehicle.since <= ${at} and (card_on_vehicle.until is null or card_on_vehicle.until > ${at})
      order by card_on_vehicle.since desc limit 1`,
  );
  return row && vehicleOf(row);
}
