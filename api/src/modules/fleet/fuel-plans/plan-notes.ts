import { lastFour } from '#contract/card-number.ts';
import { FUEL_PLAN_STOP_RUBLES } from '#contract/fuel-plan-shapes.ts';
import { RULE_LABELS } from '#contract/rule-values.ts';
import { formatLitres, formatRubles } from '../../../lib/money-format.ts';
import { counted } from '#contract/counted.ts';
import type { PlanStop, PlanWish } from './fuel-plan.ts';
import type { TripFuel } from './road.ts';
import type { PlanCard } from './read-plan-cards.ts';
import type { RoadPlaces } from './road-stations.ts';

const FROM_STATIONS = ['станции', 'станций', 'станций'] as const;
const AT_STATIONS = ['станции', 'станциях', 'станциях'] as const;

/** Describes the assumptions of a plan, as sentences for the person who decides by it. */
export function makePlanNotes(made: {
  wish: PlanWish;
  trip: TripFuel;
  cards: readonly PlanCard[];
  left: RoadPlaces['left'];
  stops: readonly PlanStop[];
  places: number;
  litres: number;
}): string[] {
  const { wish, trip, cards, left, stops, places, litres } = made;
  return [
    `Самый дешёвый вариант из ${counted(places, FROM_STATIONS)} у дороги; остановка считается за ${FUEL_PLAN_STOP_RUBLES} ₽.`,
    ...(litres > 1 ? [`Дорога длинная: литры подобраны с шагом ${litres} л.`] : []),
    ...(trip.start < trip.reserve
      ? [`В баке меньше запаса: на этой дороге запас ${formatLitres(trip.start)}.`]
      : []),
    ...leftOut(left),
    ...cards.flatMap((card) => [...describeRules(card, stops), ...describeMoney(card, stops)]),
    ...heights(wish, stops),
    ...adblue(wish, stops),
  ];
}

function leftOut(left: RoadPlaces['left']): string[] {
  return [...left].map(([why, { size }]) => {
    const where = `на ${counted(size, AT_STATIONS)}`;
    if (why === 'network') return `Карты машины не принимают ${where}.`;
    if (why === 'height') return `Машина выше въезда ${where}.`;
    return `Правило «${RULE_LABELS[why].title}» не даёт заправиться ${where}.`;
  });
}

function describeRules({ number, effective, rules }: PlanCard, stops: readonly PlanStop[]): string[] {
  const used = stops.some((stop) => stop.cardNumber === number);
  const opens = effective.some(({ rule }) => rule.kind === 'on_request');
  return [
    ...(used && effective.length > 0 ? [`Карта •• ${lastFour(number)}: ${rules}.`] : []),
    ...(used && opens ? [`Карту •• ${lastFour(number)} перед каждой заправкой нужно открыть.`] : []),
  ];
}

function describeMoney({ id, number, balance }: PlanCard, stops: readonly PlanStop[]): string[] {
  const needed = stops.filter(({ cardId }) => cardId === id).reduce((sum, stop) => sum + stop.sum, 0);
  if (needed <= balance) return [];
  return [
    `На карте •• ${lastFour(number)} сейчас ${formatRubles(balance)}, а по плану нужно ${formatRubles(needed)}: пополните её.`,
  ];
}

function heights({ heightCentimetres }: PlanWish, stops: readonly PlanStop[]): string[] {
  const unknown = stops.filter((stop) => stop.heightCentimetres === null);
  if (heightCentimetres === null || unknown.length === 0) return [];
  return [`Высота въезда неизвестна: ${unknown.map(({ stationName }) => stationName).join(', ')}.`];
}

function adblue({ adbluePercent }: PlanWish, stops: readonly PlanStop[]): string[] {
  if (adbluePercent === null) return [];
  const selling = stops.filter((stop) => stop.adblue === true);
  if (selling.length > 0)
    return [`AdBlue есть: ${selling.map(({ stationName }) => stationName).join(', ')}.`];
  return ['Ни про одну остановку не известно, что там есть AdBlue: возьмите его с собой.'];
}
