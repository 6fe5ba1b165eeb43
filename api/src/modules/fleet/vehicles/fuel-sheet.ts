import { sql } from 'kysely';
import { MAX_FUEL_SHEET_LINES } from '#contract/fleet/fuel-sheet.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { DRIVER_SHORT_NAME } from '../../cards/drivers/drivers.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';
import { writeCharged } from '../../programme/tariffs/tariffs.ts';
import type { Context } from '../../../context.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { NO_VEHICLE, findVehicle } from './vehicles.ts';
import { listReadings, type OdometerReading } from './odometer.ts';
import type { Vehicle } from './vehicle.ts';

interface FuelLine {
  at: Date;
  number: string;
  refund: boolean;
  goods: string;
  /** True for the kind of fuel that the truck takes, false for AdBlue, washing and the like. */
  isFuel: boolean;
  centilitres: number;
  /** Goods that are counted in pieces have no litres. */
  centipieces: number;
  /** Amount charged to the company. */
  kopecks: number;
  station: string;
  network: string;
  card_number: string;
  drivers: string[];
}

interface SheetPeriod {
  vehicleId: number;
  from: Date;
  to: Date;
}

/** Lists what the cards bought while they were on the truck, oldest first, up to one line more than a sheet takes. */
function listFuelLines(
  db: Db,
  scope: CompanyScope,
  { vehicleId, from, to }: SheetPeriod,
): Promise<FuelLine[]> {
  return rows(
    db,
    sql<FuelLine>`
      select operation.sold_at as at, coalesce(operation.external_id, operation.id::text) as number,
        operation.type_id = ${OPERATION_TYPE.refund} as refund, coalesce(operation.goods_title, '') as goods,
        coalesce(${writeMotorFuel()} = vehicle.fuel, false) as "isFuel",
        coalesce(operation.centilitres, 0) as centilitres, coalesce(operation.centipieces, 0) as centipieces, ${writeCharged()}::bigint as kopecks,
        coalesce(operation.address, '') as station, partner.title as network, card.card_number,
        array(
          select ${DRIVER_SHORT_NAME} from driver_on_card held join driver on driver.id = held.driver_id
          where held.card_id = operation.card_id and held.since <= operation.sold_at
            and (held.until is null or held.until > operation.sold_at) order by driver.surname, driver.id
        ) as drivers
      from card_on_vehicle riding join operation on operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        join vehicle on vehicle.id = riding.vehicle_id
        join card on card.id = operation.card_id join partner on partner.id = operation.partner_id
        left join sale_price price on price.operation_id = operation.id
      where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
        and operation.company_id = ${scope.companyId} and operation.sold_at between ${from} and ${to}
        and operation.status_id = ${OPERATION_STATUS.done} and operation.sold_at is not null
      order by operation.sold_at, operation.id limit ${MAX_FUEL_SHEET_LINES + 1}`,
  );
}

async function companyTitle(db: Db, scope: CompanyScope): Promise<string> {
  const { title } = await getOnlyRow(
    db,
    sql<{ title: string }>`select title from company where id = ${scope.companyId}`,
  );
  return title;
}

export interface FuelSheet {
  vehicle: Vehicle;
  company: string;
  from: Date;
  to: Date;
  odometerFrom: number | null;
  odometerTo: number | null;
  /** Fuel that the truck takes. */
  lines: (FuelLine & { km: number | null })[];
  /** Total of the lines: purchases less refunds. */
  centilitres: number;
  kopecks: number;
  /** Other purchases of the cards, by goods. A waybill counts no AdBlue and no washing. */
  leftOut: { goods: string; centilitres: number; centipieces: number; kopecks: number }[];
}

/** Returns a truck's fuel between two moments, and its other purchases. 404; 400 for more lines than a sheet takes. */
export async function readFuelSheet(
  ctx: Context,
  scope: CompanyScope,
  period: SheetPeriod,
): Promise<FuelSheet> {
  const { vehicle, company, sold, readings } = await ctx.db.inCompany(scope, async (tx) => {
    const found = await findVehicle(tx, scope, period.vehicleId);
    if (!found) throw notFound(NO_VEHICLE);
    return {
      vehicle: found,
      company: await companyTitle(tx, scope),
      sold: await listFuelLines(tx, scope, period),
      readings: await listReadings(tx, scope, period.vehicleId),
    };
  });
  if (sold.length > MAX_FUEL_SHEET_LINES)
    throw badRequest(`В листе помещается ${MAX_FUEL_SHEET_LINES} заправок: сузьте период`);
  const lines = sold.filter(({ isFuel }) => isFuel);
  const others = Map.groupBy(
    sold.filter(({ isFuel }) => !isFuel),
    ({ goods }) => goods,
  );
  return {
    vehicle,
    company,
    from: period.from,
    to: period.to,
    odometerFrom: getKmAt(readings, period.from),
    odometerTo: getKmAt(readings, period.to),
    lines: lines.map((line) => ({ ...line, km: getKmAt(readings, line.at) })),
    ...sumUp(lines),
    leftOut: [...others].map(([goods, some]) => ({ goods, ...sumUp(some) })),
  };
}

function sumUp(lines: readonly FuelLine[]): Record<'centilitres' | 'centipieces' | 'kopecks', number> {
  const sum = (key: 'centilitres' | 'centipieces' | 'kopecks') =>
    lines.reduce((total, line) => total + (line.refund ? -line[key] : line[key]), 0);
  return { centilitres: sum('centilitres'), centipieces: sum('centipieces'), kopecks: sum('kopecks') };
}

/** The last reading until a moment; readings are ordered by time. */
function getKmAt(readings: readonly OdometerReading[], moment: Date): number | null {
  return readings.findLast(({ at, isSetAside }) => !isSetAside && at <= moment)?.km ?? null;
}
