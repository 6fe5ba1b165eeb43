import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Vehicle } from './vehicle.ts';
import { VEHICLE_COLUMNS, vehicleOf, type VehicleRow } from './vehicle-store.ts';

/** A truck of the company, removed ones too; null for another company's. */
export async function findVehicle(tx: Db, scope: CompanyScope, vehicleId: number): Promise<Vehicle | null> {
  const row = await firstRow(
    tx,
    sql<VehicleRow>`
      select ${VEHICLE_COLUMNS} from vehicle
      where vehicle.id = ${vehicleId} and vehicle.company_id = ${scope.companyId}`,
  );
  return row && vehicleOf(row);
}
