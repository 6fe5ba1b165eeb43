import type { FuelPlanState } from '#contract/fleet/fuel-plan-shapes.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A place that the trip goes through. */
export interface TripPoint {
  title: string;
  lat: number;
  lon: number;
}

/** Input of a plan. Litres are hundredths. Null means the truck's own value, or the usual one. */
export interface PlanWish {
  vehicleId: number;
  points: readonly TripPoint[];
  startCentilitres: number;
  departsAt: Date;
  tankCentilitres: number | null;
  normCentilitres: number | null;
  reserveCentilitres: number | null;
  heightCentimetres: number | null;
  adbluePercent: number | null;
}

export interface PlanStop {
  place: number;
  stationName: string;
  brand: string;
  /** Address as a sale writes it. */
  address: string;
  lat: number;
  lon: number;
  alongM: number;
  detourM: number;
  expectedAt: Date;
  cardId: number;
  cardNumber: string;
  arrivalCentilitres: number;
  centilitres: number;
  /** Price of a litre, by the list of stations. */
  listKopecks: Kopecks;
  /** Amount charged to the company. */
  sum: Kopecks;
  adblue: boolean | null;
  heightCentimetres: number | null;
}

/** A plan as it was computed. */
export interface ComputedPlan {
  vehicle: { id: number; plate: string; brand: string };
  way: string;
  points: readonly TripPoint[];
  departsAt: Date;
  distanceM: number;
  durationS: number;
  isApproximate: boolean;
  tankCentilitres: number;
  normCentilitres: number;
  startCentilitres: number;
  reserveCentilitres: number;
  endCentilitres: number;
  adblueCentilitres: number | null;
  stops: PlanStop[];
  notes: string[];
}

export interface FuelPlan extends ComputedPlan {
  id: number;
  state: FuelPlanState;
  madeBy: string;
  madeAt: Date;
  sentAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  reason: string;
  replacesId: number | null;
}

export const NO_PLAN = 'План заправок не найден';
export const FROM_STATES = {
  sent: ['draft'],
  'under-way': ['sent'],
  done: ['sent', 'under-way'],
  cancelled: ['draft', 'sent', 'under-way'],
} as const satisfies Partial<Record<FuelPlanState, readonly FuelPlanState[]>>;
export type NextState = keyof typeof FROM_STATES;

export function countLitres(plan: Pick<ComputedPlan, 'stops'>): number {
  return plan.stops.reduce((sum, stop) => sum + stop.centilitres, 0);
}

export function sumStops(plan: Pick<ComputedPlan, 'stops'>): number {
  return plan.stops.reduce((sum, stop) => sum + stop.sum, 0);
}
