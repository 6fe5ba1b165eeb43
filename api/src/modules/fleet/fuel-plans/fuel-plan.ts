import type { FuelPlanState } from '#contract/fuel-plan-shapes.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A place that the trip goes through. */
export interface TripPoint {
  title: string;
  lat: number;
  lon: number;
}

/** What a plan is asked for. Litres are hundredths; null: as the truck has it, or as is usual. */
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
  /** In the words of a sale. */
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
  /** Of a litre, by the list of stations. */
  listKopecks: Kopecks;
  /** What the company is charged. */
  sum: Kopecks;
  adblue: boolean | null;
  heightCentimetres: number | null;
}

/** A plan as it was computed. */
export interface MadePlan {
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

export interface FuelPlan extends MadePlan {
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

export function countLitres(plan: Pick<MadePlan, 'stops'>): number {
  return plan.stops.reduce((sum, stop) => sum + stop.centilitres, 0);
}

export function sumStops(plan: Pick<MadePlan, 'stops'>): number {
  return plan.stops.reduce((sum, stop) => sum + stop.sum, 0);
}
