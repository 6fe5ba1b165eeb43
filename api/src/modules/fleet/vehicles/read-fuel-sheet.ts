import { FUEL_SHEET_LINES_MOST } from '#contract/fuel-sheet.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { findVehicle } from './find-vehicle.ts';
import { companyTitle, listFuelLines, type FuelLine, type SheetPeriod } from './fuel-sheet-store.ts';
import { listReadings, type OdometerReading } from './odometer-store.ts';
import { NO_VEHICLE, type Vehicle } from './vehicle.ts';

export interface FuelSheet {
  vehicle: Vehicle;
  company: string;
  from: Date;
  to: Date;
  odometerFrom: number | null;
  odometerTo: number | null;
  /** Fuel that the truck takes. */
  lines: (FuelLine & { km: number | null })[];
  /** Of the lines: purchases less refunds. */
  centilitres: number;
  kopecks: number;
  /** What else the cards bought, by goods: a waybill counts no AdBlue and no washing. */
  leftOut: { goods: string; centilitres: number; kopecks: number }[];
}

/** What a truck was fuelled with between two moments, and what was bought beside. 404; 400 for more lines than a sheet takes. */
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
  if (sold.length > FUEL_SHEET_LINES_MOST)
    throw badRequest(`В листе помещается ${FUEL_SHEET_LINES_MOST} заправок: сузьте период`);
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
    odometerFrom: kmUntil(readings, period.from),
    odometerTo: kmUntil(readings, period.to),
    lines: lines.map((line) => ({ ...line, km: kmUntil(readings, line.at) })),
    ...sumUp(lines),
    leftOut: [...others].map(([goods, some]) => ({ goods, ...sumUp(some) })),
  };
}

function sumUp(lines: readonly FuelLine[]): { centilitres: number; kopecks: number } {
  const sum = (key: 'centilitres' | 'kopecks') =>
    lines.reduce((total, line) => total + (line.refund ? -line[key] : line[key]), 0);
  return { centilitres: sum('centilitres'), kopecks: sum('kopecks') };
}

/** The last reading until a moment; readings are ordered by time. */
function kmUntil(readings: readonly OdometerReading[], moment: Date): number | null {
  return readings.findLast(({ at, isSetAside }) => !isSetAside && at <= moment)?.km ?? null;
}
