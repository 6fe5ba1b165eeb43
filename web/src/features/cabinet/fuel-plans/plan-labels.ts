import type { ReactNode } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import type { FuelPlanState } from '#contract/fleet/fuel-plan-shapes.ts';
import type { listFuelPlans, previewFuelPlan, readFuelPlan } from '#contract/fleet/fuel-plans.ts';
import { formatNumber, NO_BREAK_SPACE } from '../../../lib/format.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type FuelPlanRow = EndpointData<typeof listFuelPlans>[number];
export type FuelPlan = EndpointData<typeof readFuelPlan>;
export type ComputedPlan = EndpointData<typeof previewFuelPlan>;
/** Draws the map of a trip. Null where there can be none. */
export type DrawTrip = ((plan: ComputedPlan) => ReactNode) | null;

/**
 * Outcome of the delivery of a plan. The form of a plan hands it over with the browser's history, since the plan's page
 * takes its place.
 */
export interface PlanDelivery {
  told: readonly string[];
  untold: readonly string[];
  /** Why it was not sent at all. */
  failed?: string;
}

export const PLAN_FORMS = ['план', 'плана', 'планов'] as const;
export const STOP_FORMS = ['остановка', 'остановки', 'остановок'] as const;
export const FILLING_FORMS = ['заправка', 'заправки', 'заправок'] as const;
export const STATE_TONE: Record<FuelPlanState, StatusTone> = {
  draft: 'neutral',
  sent: 'wait',
  'under-way': 'wait',
  done: 'go',
  cancelled: 'stop',
};

export function formatKm(metres: number): string {
  return `${formatNumber(metres / 1000)}${NO_BREAK_SPACE}км`;
}

/** «432,5» as typed; empty is left out. */
export function typedNumber(text: string): string | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  return plain === '' ? undefined : plain;
}
