import type { z } from 'zod';
import { FUEL_SHEET_DEFINITION, type readFuelSheet } from '#contract/fleet/fuel-sheet.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { plannedVehicle } from '#contract/fleet/vehicle-import.ts';
import type { vehicle, vehicleMonth } from '#contract/fleet/vehicles.ts';
import type { Fuel } from '#contract/fleet/vehicles.ts';
import type { FuelSheet } from './fuel-sheet.ts';
import type { PlannedVehicle } from './planned-vehicle.ts';
import type { VehicleMonth } from './vehicle-month.ts';
import type { FuelKind, Vehicle } from './vehicle.ts';

type SheetData = NonNullable<(typeof readFuelSheet)['data']>;

export function presentVehicle(
  item: Vehicle & { cardIds: readonly number[] },
  odometerKm: number | null,
): z.input<typeof vehicle> {
  const { norm } = item;
  return {
    id: item.id,
    plate: item.plate,
    brand: item.brand,
    fuel: toFuel(item.fuel),
    tank_litres: litres(item.tankCentilitres),
    norm_litres_100km: litres(norm?.centilitres ?? null),
    winter:
      norm?.winterCentilitres == null
        ? null
        : { norm_litres_100km: norm.winterCentilitres / 100, from: norm.winterFrom, until: norm.winterUntil },
    group_id: item.groupId,
    group_title: item.groupTitle,
    card_ids: [...item.cardIds],
    odometer_km: odometerKm,
  };
}

export function presentMonth(item: VehicleMonth): z.input<typeof vehicleMonth> {
  return {
    month: item.month,
    litres: item.centilitres / 100,
    sum: toRubles(kopecks(item.kopecks)),
    other_litres: item.otherCentilitres / 100,
    other_sum: toRubles(kopecks(item.otherKopecks)),
    km: item.km,
    litres_100km: litres(item.centilitresPer100Km),
    rubles_km: item.kopecksPerKm === null ? null : item.kopecksPerKm / 100,
    toll_sum: toRubles(kopecks(item.tollKopecks)),
    cost_km: item.costKopecksPerKm === null ? null : item.costKopecksPerKm / 100,
    norm_litres_100km: litres(item.normCentilitres),
    documented_litres: litres(item.documentedCentilitres),
    burnt_litres: litres(item.burntCentilitres),
    differences: item.differences.map(({ reason, centilitres }) => ({ reason, litres: centilitres / 100 })),
  };
}

export function presentPlan(planned: readonly PlannedVehicle[]) {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { state } of planned) counts[state] += 1;
  const rows = planned.map(({ named, state, changes }): z.input<typeof plannedVehicle> => ({
    line: named.line,
    plate: named.plate,
    brand: named.brand ?? '',
    state,
    changes,
    problems: named.problems,
    cards: named.cardNumbers,
  }));
  return { rows, counts };
}

export function presentFuelSheet(sheet: FuelSheet, waybill: string | null): z.input<SheetData> {
  return {
    plate: sheet.vehicle.plate,
    brand: sheet.vehicle.brand,
    waybill,
    from: sheet.from.toISOString(),
    to: sheet.to.toISOString(),
    odometer_from: sheet.odometerFrom,
    odometer_to: sheet.odometerTo,
    lines: sheet.lines.map(({ at, centilitres, kopecks: sum, km, ...line }) => ({
      ...line,
      at: at.toISOString(),
      litres: centilitres / 100,
      sum: toRubles(kopecks(sum)),
      odometer_km: km,
    })),
    totals: { litres: sheet.centilitres / 100, sum: toRubles(kopecks(sheet.kopecks)) },
    left_out: sheet.leftOut.map((item) => ({
      goods: item.goods,
      litres: item.centilitres / 100,
      ...(item.centipieces !== 0 && { pieces: item.centipieces / 100 }),
      sum: toRubles(kopecks(item.kopecks)),
    })),
    note: FUEL_SHEET_DEFINITION,
  };
}

function toFuel(kind: FuelKind): Fuel {
  const found = (Object.keys(GOODS_TREE) as Fuel[]).find((key) => GOODS_TREE[key] === kind);
  return found ?? 'diesel';
}

/** Returns litres of centilitres; null stays null. */
export function litres(centilitres: number | null): number | null {
  return centilitres === null ? null : centilitres / 100;
}
