import { shortNumber } from '#contract/values/card-number.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import type { FuelPlan, PlanStop } from './fuel-plan.ts';

/** A purchase for the truck while the plan was in force. Refunds are negative. */
export interface PlanFilling {
  planId: number;
  operationId: number;
  at: Date;
  centilitres: number;
  /** Amount charged to the company, in kopecks. */
  sum: number;
  station: string;
  cardNumber: string;
}

export interface PlanFact {
  centilitres: number;
  sum: number;
  /** Sorted as the stops of the plan are. */
  stops: { stop: PlanStop; fillings: PlanFilling[]; words: string }[];
  others: PlanFilling[];
  deviations: string[];
}

type ComparedPlan = Pick<FuelPlan, 'state' | 'stops'>;

/**
 * A filling at the same station up to this far from the expected time still counts for the stop: trucks wait and hurry.
 */
const WINDOW_MS = 48 * 3_600_000;
/** Less than both is what a pump rounds to. */
const LEAST_CENTILITRES = 500;
const LEAST_SHARE = 0.05;
/** Share of the price of a litre. */
const LEAST_PRICE_SHARE = 0.005;

/**
 * Compares the plan with the fillings. A filling belongs to the stop at its station that is nearest in time. Any card
 * of the truck will do, and a card other than planned is reported. Pure.
 */
export function matchFillings(plan: ComparedPlan, fillings: readonly PlanFilling[]): PlanFact {
  const byPlace = new Map<number, PlanFilling[]>();
  const others: PlanFilling[] = [];
  for (const filling of fillings) {
    const stop = findStop(plan.stops, filling);
    if (!stop) others.push(filling);
    else byPlace.set(stop.place, [...(byPlace.get(stop.place) ?? []), filling]);
  }
  const lastReached = plan.stops.findLastIndex(({ place }) => byPlace.has(place));
  const isOver = plan.state === 'done';
  const stops = plan.stops.map((stop, index) => {
    const own = byPlace.get(stop.place) ?? [];
    return { stop, fillings: own, words: describeStop(stop, own, isOver || index < lastReached) };
  });
  return {
    centilitres: fillings.reduce((total, filling) => total + filling.centilitres, 0),
    sum: fillings.reduce((total, filling) => total + filling.sum, 0),
    stops,
    others,
    deviations: [
      ...stops.flatMap(({ stop, words }) =>
        words === '' ? [] : [`${stop.place}. ${stop.stationName}: ${words}`],
      ),
      ...others.map(describeOther),
    ],
  };
}

function findStop(stops: readonly PlanStop[], { station, at }: PlanFilling): PlanStop | undefined {
  const far = ({ expectedAt }: PlanStop) => Math.abs(expectedAt.getTime() - at.getTime());
  return stops
    .filter((stop) => stop.address === station && far(stop) <= WINDOW_MS)
    .toSorted((a, b) => far(a) - far(b))[0];
}

function describeStop(stop: PlanStop, fillings: readonly PlanFilling[], isPassed: boolean): string {
  if (fillings.length === 0) return isPassed ? 'не заправлялись' : '';
  const centilitres = fillings.reduce((total, filling) => total + filling.centilitres, 0);
  const sum = fillings.reduce((total, filling) => total + filling.sum, 0);
  const strange = fillings.find(({ cardNumber }) => cardNumber !== stop.cardNumber);
  return [
    ...describeLitres(stop.centilitres, centilitres),
    ...describePrice(stop, { centilitres, sum }),
    ...(strange ? [`картой ${shortNumber(strange.cardNumber)} вместо ${shortNumber(stop.cardNumber)}`] : []),
  ].join(', ');
}

function describeLitres(planned: number, filled: number): string[] {
  const difference = Math.abs(filled - planned);
  if (difference <= LEAST_CENTILITRES || difference <= planned * LEAST_SHARE) return [];
  return [`залито ${formatLitres(filled)} вместо ${formatLitres(planned)}`];
}

function describePrice(stop: PlanStop, { centilitres, sum }: { centilitres: number; sum: number }): string[] {
  if (centilitres <= 0) return [];
  const planned = (stop.sum * 100) / stop.centilitres;
  const paid = (sum * 100) / centilitres;
  if (Math.abs(paid - planned) <= planned * LEAST_PRICE_SHARE) return [];
  return [`литр по ${formatRubles(Math.round(paid))} вместо ${formatRubles(Math.round(planned))}`];
}

function describeOther({ at, centilitres, station }: PlanFilling): string {
  const what =
    centilitres < 0 ? `возврат ${formatLitres(-centilitres)}` : `залито ${formatLitres(centilitres)}`;
  return `Не по плану: ${formatTimeShort(at)}, ${what}, ${station}`;
}
