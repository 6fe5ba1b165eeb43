import type { EndpointData } from '#contract/endpoint.ts';
import type { planFuel } from '#contract/programme/stations.ts';
import { formatLitres, formatMoney, formatNumber, NO_BREAK_SPACE } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { formatAddress, type Station } from './choose-stations.ts';

export type FuelPlan = EndpointData<typeof planFuel>;

/** 312 400 → `312 км`. */
export function formatKm(metres: number): string {
  return `${formatNumber(metres / 1000, metres < 10_000 ? 1 : 0)}${NO_BREAK_SPACE}км`;
}

/** 33 900 s → `9 ч 25 мин`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 ? `${formatNumber(hours)}${NO_BREAK_SPACE}ч` : '', `${rest}${NO_BREAK_SPACE}мин`];
  return parts.filter(Boolean).join(' ');
}

/** `из 21 станции у дороги`: the stations that the plan was chosen from. */
export function describeChoice(stations: number): string {
  return `из ${counted(stations, ['станции', 'станций', 'станций'])} у дороги`;
}

/** The station's town and address, as far as they are known. */
export function formatPlace(station: Station): string {
  return [station.city, formatAddress(station)].filter(Boolean).join(', ');
}

/** The plan as a message to the driver: one line for each stop. */
export function describePlan(way: string, plan: FuelPlan): string {
  const stops = plan.stops.map(({ station, along_m: along, litres, sum }, index) => {
    return `${index + 1}. ${formatKm(along)}: ${station.name || station.brand}, ${formatPlace(station)}. Залить ${formatLitres(litres)}, ${formatMoney(sum)}`;
  });
  return [
    `Маршрут: ${way}, ${formatKm(plan.route.distance_m)}`,
    ...(stops.length > 0 ? stops : ['Заправляться в пути не нужно']),
    ...(stops.length > 0 ? [`Всего: ${formatLitres(plan.litres)}, ${formatMoney(plan.sum)}`] : []),
    `В конце в баке ${formatLitres(plan.end_litres)}`,
  ].join('\n');
}
