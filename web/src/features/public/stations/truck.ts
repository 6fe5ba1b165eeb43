import type { PartnerId } from '#contract/ids.ts';

/** Input of the fuel plan, as typed. It outlives the panel and the route, because one truck drives many routes. */
export type Truck = {
  texts: Record<TruckField, string>;
  /** The chosen networks; null until one is chosen or left out. */
  networks: readonly PartnerId[] | null;
  withLimits: boolean;
};

export type TruckField = (typeof TRUCK_FIELDS)[number]['name'];

export const TRUCK_FIELDS = [
  { name: 'tank_litres', label: 'Бак', unit: 'л', value: '400' },
  { name: 'litres_per_100km', label: 'Расход на 100 км', unit: 'л', value: '32' },
  { name: 'start_litres', label: 'В баке сейчас', unit: 'л', value: '120' },
  { name: 'reserve_litres', label: 'Запас', unit: 'л', value: '40' },
] as const;

/** A usual truck, to begin with. */
export const USUAL_TRUCK: Truck = {
  texts: Object.fromEntries(TRUCK_FIELDS.map(({ name, value }) => [name, value])) as Truck['texts'],
  networks: null,
  withLimits: true,
};
