import type { z } from 'zod';
import { DIFFERENCE_TEXTS } from '#contract/fleet/difference-texts.ts';
import type { vehicleMonth } from '#contract/fleet/vehicles.ts';
import { formatDate, formatLitres } from '../../../lib/format.ts';
import { getLastDay } from '../../../lib/get-last-day.ts';
import { formatTenths } from './format-vehicle.ts';

export type VehicleMonth = z.infer<typeof vehicleMonth>;
type Burnt = Pick<VehicleMonth, 'month' | 'litres_100km' | 'norm_litres_100km'>;

/** Litres for 100 km above the norm, as they are written: in tenths. Null where one of the two is not known. */
function getExcess({ litres_100km: litres, norm_litres_100km: norm }: Burnt): number | null {
  return litres === null || norm === null ? null : (Math.round(litres * 10) - Math.round(norm * 10)) / 10;
}

export function isOverNorm(month: Burnt): boolean {
  return (getExcess(month) ?? 0) > 0;
}

/** «норма 32,0, на 7,0 ниже нормы» of one month. */
export function compareWithNorm(month: Burnt): string {
  const excess = getExcess(month);
  if (excess === null) return 'норма не указана';
  const norm = `норма ${formatTenths(month.norm_litres_100km)}`;
  if (excess === 0) return `${norm}, расход по норме`;
  return `${norm}, на ${formatTenths(Math.abs(excess))} ${excess > 0 ? 'выше нормы' : 'ниже нормы'}`;
}

/** Says in words which months the chart marks; the newest first. Null where no month can be compared. */
export function describeExcess(months: readonly Burnt[]): string | null {
  const compared = months.filter((month) => getExcess(month) !== null);
  if (compared.length === 0) return null;
  const over = compared
    .filter(isOverNorm)
    .map((month) => `${formatDate(month.month, 'month')} на ${formatTenths(getExcess(month))}`);
  return over.length === 0 ? 'Ни в одном месяце не выше нормы' : `Выше нормы: ${over.join(', ')}`;
}

/** «+10 л к УПД: попало в документы другого месяца»: how documents and norm differ from what was sold, and why. */
export function describeDifferences({ differences }: Pick<VehicleMonth, 'differences'>): string[] {
  return differences.map(({ reason, litres }) => {
    if (reason === 'documents-pending') return DIFFERENCE_TEXTS[reason];
    const source = reason === 'other-month' ? 'УПД' : 'норме';
    return `${litres > 0 ? '+' : ''}${formatLitres(litres)} к ${source}: ${DIFFERENCE_TEXTS[reason]}`;
  });
}

/** The first and the last day of a month, `YYYY-MM-DD`. */
export function getDays(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: getLastDay(month) };
}
