import type { EndpointData } from '#contract/endpoint.ts';
import { formatPlate } from '#contract/values/plate.ts';
import type { listVehicles } from '#contract/fleet/vehicles.ts';

export type Vehicle = EndpointData<typeof listVehicles>[number];

export const VEHICLE_FORMS = ['машина', 'машины', 'машин'] as const;

/** «А 123 ВС 77, Volvo FH». */
export function vehicleName({ plate, brand }: { plate: string; brand: string }): string {
  return [formatPlate(plate), brand].filter(Boolean).join(', ');
}

/** «31,5» and «20,0»: figures of one column stand under each other by their comma. */
export function formatTenths(value: number | null): string {
  const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return value === null ? '' : value.toLocaleString('ru-RU', decimals);
}

/** «31,5». */
export function formatDecimal(value: number | null): string {
  return value === null ? '' : value.toLocaleString('ru-RU', { maximumFractionDigits: 2 });
}
