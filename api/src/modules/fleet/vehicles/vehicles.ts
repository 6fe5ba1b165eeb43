import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db, rows } from '../../../db/database.ts';
import { VEHICLE_COLUMNS, toVehicle, type VehicleRow } from './vehicle-store.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';
import type { Vehicle } from './vehicle.ts';

export const NO_VEHICLE = 'Машина не найдена';

/** A truck of the company, removed ones too; null for another company's. */
export async function findVehicle(tx: Db, scope: CompanyScope, vehicleId: number): Promise<Vehicle | null> {
  const row = await firstRow(
    tx,
    sql<VehicleRow>`
      select ${VEHICLE_COLUMNS} from vehicle
      where vehicle.id = ${vehicleId} and vehicle.company_id = ${scope.companyId}`,
  );
  return row && toVehicle(row);
}

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
  return row && toVehicle(row);
}

/** Lists the company's trucks by plate, each with its present cards, without removed trucks. */
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
  return found.map((row) => ({ ...toVehicle(row), cardIds: row.card_ids }));
}

/** Lists the company's trucks by plate, with removed ones: what they bought still counts. */
export async function listVehiclesWithRemoved(
  tx: Db,
  scope: CompanyScope,
  groupId?: number,
): Promise<Vehicle[]> {
  const found = await rows(
    tx,
    sql<VehicleRow>`
      select ${VEHICLE_COLUMNS} from vehicle
      where vehicle.company_id = ${scope.companyId} and (${groupId ?? null}::bigint is null or vehicle.group_id = ${groupId ?? null})
      order by vehicle.plate, vehicle.id`,
  );
  return found.map(toVehicle);
}

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

/** Litres that the trucks hold that these cards were on, each at its moment, in the order asked; null: on none, or not known. */
export async function tanksOfCards(
  tx: Db,
  args: readonly { companyId: number; cardId: number; at: Date }[],
): Promise<(number | null)[]> {
  if (args.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ place: number; litres: number | null }>`
      select asked.place::int as place, tank.litres
      from unnest(${encodeBigints(args.map((item) => item.companyId))}::bigint[], ${encodeBigints(args.map((item) => item.cardId))}::bigint[],
        ${toParameter(args.map((item) => item.at))}::timestamptz[]) with ordinality as asked (company_id, card_id, at, place)
      cross join lateral (
        select vehicle.tank_centilitres::float8 / 100 as litres
        from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
        where riding.company_id = asked.company_id and riding.card_id = asked.card_id
          and riding.since <= asked.at and (riding.until is null or riding.until > asked.at)
        order by riding.since desc limit 1
      ) tank`,
  );
  const litres = new Map(found.map((item) => [item.place, item.litres]));
  return args.map((_, index) => litres.get(index + 1) || null);
}
