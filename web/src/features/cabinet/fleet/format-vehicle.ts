import type { EndpointData } from '#contract/endpoint.ts';
import type { listVehicles } from '#contract/fleet/vehicles.ts';
import { formatFixed, formatNumber } from '../../../lib/format.ts';

export type Vehicle = EndpointData<typeof listVehicles>[number];

export const VEHICLE_FORMS = ['машина', 'машины', 'машин'] as const;

/** «31,5» and «20,0»: figures of one column stand under each other by their comma. */
export function formatTenths(value: number | null): string {
  return value === null ? '' : formatFixed(value, 1);
}

/** «31,5». */
export function formatDecimal(value: number | null): string {
  return value === null ? '' : formatNumber(value, 2);
}

/** Decimals that a column of these figures needs, two at most. */
export function countDecimals(values: readonly (number | null)[]): number {
  return Math.max(0, ...values.map((value) => formatDecimal(value).split(',')[1]?.length ?? 0));
}
