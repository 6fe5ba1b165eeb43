import { GOODS_TREE, LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { SPENDING_MEASURES, SPENDING_PERIODS, type SpendingPeriod } from '#contract/fleet/rule-values.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatLitres, formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { formatRule } from '../rules/purchase/decide.ts';
import type { RuleNames } from '../rules/purchase/rule-kind.ts';
import type { PlanCard } from './read-plan-cards.ts';
import { type RoadPlace, computeCharged } from './road-stations.ts';
import {
  type FuelRoad,
  type PlannedStop,
  planStops,
  type StopPlan,
} from '../../programme/stations/plan-stops.ts';
import { crowded } from '../../../errors.ts';
import { callInWorker, CallAbandoned } from '../../../lib/turns/call-in-worker.ts';

/** Limit of a card's purchases at some of the places together: centilitres, kopecks or fillings. */
export interface CardLimit {
  /** Indices of places, rising. */
  places: number[];
  of: 'fuel' | 'money' | 'fillings';
  max: number;
  /** Text in Russian. */
  words: string;
}

/** The limits of the cards over the trip: each period of the calendar that the truck drives through is one. */
export function limitsOnRoad(
  places: readonly RoadPlace[],
  { cards, names, now }: { cards: readonly PlanCard[]; names: RuleNames; now: Date },
): CardLimit[] {
  return cards.flatMap((card) => {
    const own = places.flatMap((place, index) =>
      place.card.id === card.id ? [{ index, at: place.expectedAt }] : [],
    );
    if (own.length === 0) return [];
    return listRuleLimits(card, names).flatMap(({ period, of, whole, used, words: text }) => {
      const byPeriod = Map.groupBy(own, ({ at }) => toPeriodKey(at, period));
      return [...byPeriod].map(([key, those]): CardLimit => ({
        places: those.map(({ index }) => index),
        of,
        max: Math.max(0, whole - (key === toPeriodKey(now, period) ? used : 0)),
        words: `карта ${shortNumber(card.number)}: ${text}`,
      }));
    });
  });
}

interface RuleLimit {
  period: SpendingPeriod;
  of: CardLimit['of'];
  whole: number;
  used: number;
  words: string;
}

function listRuleLimits(card: PlanCard, names: RuleNames): RuleLimit[] {
  const rules = card.effective.flatMap(({ rule }): RuleLimit[] => {
    if (rule.kind === 'fillings_day' && rule.value !== null) {
      const text = formatRule(rule, names);
      return [
        { period: 'day', of: 'fillings', whole: rule.value, used: card.spent.fillingsToday, words: text },
      ];
    }
    for (const period of SPENDING_PERIODS) {
      for (const measure of SPENDING_MEASURES) {
        if (rule.kind !== `${measure}_${period}` || typeof rule.value !== 'number') continue;
        const used = card.spent[period][measure];
        const of = measure === 'litres' ? 'fuel' : 'money';
        return [{ period, of, whole: Math.round(rule.value * 100), used, words: formatRule(rule, names) }];
      }
    }
    return [];
  });
  const { limit } = card;
  if (!limit || (limit.goodsGroups.length > 0 && !limit.goodsGroups.includes(GOODS_TREE.diesel)))
    return rules;
  const isFuel = LIMIT_UNIT[limit.unit].column === 'centilitres';
  const { calendarUnit: period, per } = LIMIT_PERIOD[limit.period];
  const amount = isFuel ? formatLitres(limit.count) : formatRubles(limit.count);
  const words = `лимит ${amount} в ${per}`;
  return [...rules, { period, of: isFuel ? 'fuel' : 'money', whole: limit.count, used: limit.spent, words }];
}

/** Name of the period in Moscow's calendar. Moments of one period have one name. */
function toPeriodKey(at: Date, period: SpendingPeriod): string {
  const day = moscowDay(at);
  if (period === 'once') return '';
  if (period === 'day') return day;
  if (period === 'month') return day.slice(0, 7);
  if (period === 'quarter') return `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return moscowDay(at, -weekday);
}

/** Fuel data for calculating a trip, in centilitres; the norm for 100 km. */
export interface TripFuel {
  distanceM: number;
  tank: number;
  norm: number;
  start: number;
  reserve: number;
  stopKopecks: number;
}

/** Centilitres burnt on this many metres, rounded up. */
export function computeUsedFuel(metres: number, norm: number): number {
  return Math.ceil((metres * norm) / 100_000);
}

/**
 * Converts the trip to units of this many litres. Every rounding is to the safe side: the tank then really contains at
 * least what the plan states, so a plan of any unit can be driven.
 */
function roadInUnits(
  { distanceM, tank, norm, start, reserve, stopKopecks }: TripFuel,
  { places, limits, litres }: { places: readonly RoadPlace[]; limits: readonly CardLimit[]; litres: number },
): FuelRoad {
  const unit = litres * 100;
  return {
    tank: Math.floor(tank / unit),
    start: Math.floor(start / unit),
    reserve: Math.min(Math.ceil(reserve / unit), Math.floor(start / unit)),
    way: Math.ceil(computeUsedFuel(distanceM, norm) / unit),
    stopCost: stopKopecks,
    stations: places.map((place) => ({
      at: Math.ceil(computeUsedFuel(place.alongM, norm) / unit),
      aside: Math.ceil(computeUsedFuel(place.asideM, norm) / unit),
      price: computeCharged(place, unit),
      counted: Math.round((place.listKopecks * unit) / 100),
      max: place.max === null ? null : Math.floor(place.max / unit),
    })),
    limits: limits.map(({ places: stations, of, max }) => ({
      stations,
      of,
      max: of === 'fuel' ? Math.floor(max / unit) : max,
    })),
  };
}

export interface DrivenStop {
  place: RoadPlace;
  arrival: number;
  bought: number;
}

/** Returns the stops as the truck makes them, in centilitres: fuel that rounding has left in the tank is not bought again. */
export function driveStops(
  { distanceM, tank, norm, start }: TripFuel,
  { places, stops, litres }: { places: readonly RoadPlace[]; stops: readonly PlannedStop[]; litres: number },
): { stops: DrivenStop[]; end: number } {
  let level = start;
  let burnt = 0;
  const driven = stops.map(({ station, bought }): DrivenStop => {
    const place = places[station] as RoadPlace;
    const aside = computeUsedFuel(place.asideM, norm);
    const until = computeUsedFuel(place.alongM, norm);
    const arrival = level - (until - burnt) - aside;
    const taken = Math.min(bought * litres * 100, tank - arrival);
    burnt = until;
    level = arrival + taken - aside;
    return { place, arrival, bought: taken };
  });
  return { stops: driven, end: level - (computeUsedFuel(distanceM, norm) - burnt) };
}

/** Litres in a unit: the finest that can be computed is taken. */
const UNITS = [1, 2, 5, 10, 20] as const;
/** Less than this is planned faster than a worker starts. */
const QUICK = 200_000;
const RETRY_SECONDS = 60;

export type SolvedPlan = Exclude<StopPlan, { ok: null }> & { litres: number };

/** The cheapest way to fuel, and in which units; null: the road is too long for any. A long one is computed in a worker. */
export async function solveRoad(
  trip: TripFuel,
  about: { places: readonly RoadPlace[]; limits: readonly CardLimit[] },
  signal: AbortSignal,
): Promise<SolvedPlan | null> {
  for (const litres of UNITS) {
    const road = roadInUnits(trip, { ...about, litres });
    const plan = await computePlan(road, signal);
    if (plan.ok !== null) return { ...plan, litres };
  }
  return null;
}

async function computePlan(road: FuelRoad, signal: AbortSignal): Promise<StopPlan> {
  if (road.limits.length === 0 && road.stations.length * road.tank <= QUICK) return planStops(road);
  return callInWorker<StopPlan>({
    module: new URL('../../programme/stations/plan-stops.ts', import.meta.url),
    name: 'planStops',
    argument: async () => road,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof CallAbandoned)) throw error;
    throw crowded('Сейчас считается слишком много планов заправок. Попробуйте через минуту', RETRY_SECONDS);
  });
}
