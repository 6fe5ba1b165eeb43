import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { BEGINNING_OF_TIME } from '../../cards/drivers/drivers.ts';
import type { ConsumptionNorm, FuelKind, Vehicle } from './vehicle.ts';

export interface VehicleRow {
  id: number;
  plate: string;
  brand: string;
  fuel: FuelKind;
  tank_centilitres: number | null;
  norm_centilitres: number | null;
  winter_norm_centilitres: number | null;
  winter_from: string;
  winter_until: string;
  group_id: number | null;
  group_title: string | null;
  is_removed: boolean;
}

/** Selected columns of `vehicle`. */
export const VEHICLE_COLUMNS = sql`vehicle.id, vehicle.plate, vehicle.brand, vehicle.fuel, vehicle.tank_centilitres,
  vehicle.norm_centilitres, vehicle.winter_norm_centilitres, vehicle.winter_from, vehicle.winter_until, vehicle.group_id,
  (select title from vehicle_group where vehicle_group.id = vehicle.group_id and
    vehicle_group.company_id = vehicle.company_id) as group_title, vehicle.removed_at is not null as is_removed`;

export function toVehicle(row: VehicleRow): Vehicle {
  return {
    id: row.id,
    plate: row.plate,
    brand: row.brand,
    fuel: row.fuel,
    tankCentilitres: row.tank_centilitres,
    norm:
      row.norm_centilitres === null
        ? null
        : {
            centilitres: row.norm_centilitres,
            winterCentilitres: row.winter_norm_centilitres,
            winterFrom: row.winter_from,
            winterUntil: row.winter_until,
          },
    groupId: row.group_id,
    groupTitle: row.group_title,
    isRemoved: row.is_removed,
  };
}

/** A company's input about a truck. */
export interface VehicleInput {
  plate: string;
  brand: string;
  fuel: FuelKind;
  tankCentilitres: number | null;
  norm: ConsumptionNorm | null;
  groupId: number | null;
}

export async function insertVehicle(
  tx: Db,
  scope: CompanyScope,
  { input, now }: { input: VehicleInput; now: Date },
): Promise<number> {
  const { norm } = input;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, norm_centilitres, winter_norm_centilitres,
        winter_from, winter_until, group_id, created_at)
      values (${scope.companyId}, ${input.plate}, ${input.brand}, ${input.fuel}, ${input.tankCentilitres},
        ${norm?.centilitres ?? null}, ${norm?.winterCentilitres ?? null}, ${norm?.winterFrom ?? '11-01'},
        ${norm?.winterUntil ?? '03-31'}, ${input.groupId}, ${now})
      returning id`,
  );
  return id;
}

/** False when the company has no such truck. */
export async function writeVehicle(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, input, now }: { vehicleId: number; input: VehicleInput; now: Date },
): Promise<boolean> {
  const { norm } = input;
  await sql`
    insert into vehicle_left_group (company_id, vehicle_id, group_id, until)
    select company_id, id, group_id, ${now} from vehicle
    where id = ${vehicleId} and company_id = ${scope.companyId} and removed_at is null
      and group_id is distinct from ${input.groupId}`.execute(tx);
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update vehicle set plate = ${input.plate}, brand = ${input.brand}, fuel = ${input.fuel},
        tank_centilitres = ${input.tankCentilitres}, norm_centilitres = ${norm?.centilitres ?? null},
        winter_norm_centilitres = ${norm?.winterCentilitres ?? null}, winter_from = ${norm?.winterFrom ?? '11-01'},
        winter_until = ${norm?.winterUntil ?? '03-31'}, group_id = ${input.groupId}
      where id = ${vehicleId} and company_id = ${scope.companyId} and removed_at is null
      returning id`,
  );
  return row !== null;
}

/** Also detaches the truck's cards; its purchases still name it. Returns false when the company has no such truck. */
export async function markRemoved(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, now }: { vehicleId: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update vehicle set removed_at = ${now}
      where id = ${vehicleId} and company_id = ${scope.companyId} and removed_at is null
      returning id`,
  );
  if (row) await endSpans(tx, scope, { vehicleId, cardIds: null, now });
  return row !== null;
}

/**
 * Attaches these cards, and no others, to the truck from now on. A card leaves its previous truck. The first truck of a
 * card counts for all its past purchases, because no truck was recorded until then.
 */
export async function putCardsOn(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, cardIds, now }: { vehicleId: number; cardIds: readonly number[]; now: Date },
): Promise<void> {
  await endSpans(tx, scope, { vehicleId, cardIds, now });
  await sql`
    insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
    select ${scope.companyId}::bigint, card.id, ${vehicleId}::bigint,
      case when exists (
        select from card_on_vehicle where company_id = ${scope.companyId} and card_id = card.id
      ) then ${now}::timestamptz else ${BEGINNING_OF_TIME}::timestamptz end
    from card
    where card.company_id = ${scope.companyId} and card.id = any (${cardIds}::bigint[]) and not exists (
      select from card_on_vehicle
      where company_id = ${scope.companyId} and card_id = card.id and until is null)`.execute(tx);
}

/** Counts how many of these cards are the company's. */
export async function countOwnCards(
  tx: Db,
  scope: CompanyScope,
  cardIds: readonly number[],
): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*)::int as count from card
      where company_id = ${scope.companyId} and id = any (${cardIds}::bigint[])`,
  );
  return count;
}

/** Ends what is on the truck and is not to stay, and what is to come and is elsewhere. Null means that nothing is to stay. */
async function endSpans(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, cardIds, now }: { vehicleId: number; cardIds: readonly number[] | null; now: Date },
): Promise<void> {
  const staying = cardIds ?? [];
  await sql`
    update card_on_vehicle set until = greatest(since, ${now}::timestamptz)
    where company_id = ${scope.companyId} and until is null and (
      (vehicle_id = ${vehicleId} and not card_id = any (${staying}::bigint[]))
      or (vehicle_id <> ${vehicleId} and card_id = any (${staying}::bigint[])))`.execute(tx);
}
