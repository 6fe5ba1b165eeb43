import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/** The cards that are on the truck now. */
export async function cardsOfVehicle(tx: Db, scope: CompanyScope, vehicleId: number): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ card_id: number }>`
      select card_id from card_on_vehicle
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and until is null order by card_id`,
  );
  return found.map((row) => row.card_id);
}
