import { shortNumber } from '#contract/values/card-number.ts';
import { FUEL_PLAN_RESERVE_PERCENT, FUEL_PLAN_STOP_RUBLES } from '#contract/fleet/fuel-plan-shapes.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { APPROXIMATE_ROUTER } from '#contract/programme/stations.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay, formatLitres, formatRubles } from '../../../lib/money-format.ts';
import { addedStations } from '../../programme/stations/added-stations.ts';
import { buildRoute } from '../../programme/stations/build-route.ts';
import { listAllStations, type StationRecord } from '../../programme/stations/stations.ts';
import { listTariffsInForce } from '../../programme/tariffs/tariffs.ts';
import { listDryStations } from '../station-pulse/station-pulse.ts';
import { NO_VEHICLE, findVehicle } from '../vehicles/vehicles.ts';
import { normOn } from '../vehicles/vehicle-month.ts';
import type { ComputedPlan, PlanWish, PlanStop } from './fuel-plan.ts';
import { computeUsedFuel, driveStops, type TripFuel, limitsOnRoad, solveRoad } from './road.ts';
import { readPlanCards, type PlanCard } from './read-plan-cards.ts';
import { computeCharged, placesOnRoad, type RoadRequest, type RoadPlaces } from './road-stations.ts';
import { explainNoPlan } from './explain-no-plan.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { RULE_LABELS } from '#contract/fleet/rule-values.ts';
import { counted } from '#contract/values/counted.ts';

export interface PlanRequest {
  wish: PlanWish;
  signal: AbortSignal;
  /** Filters the stations that may be chosen. By default all may. */
  isOffered?: (station: StationRecord) => boolean;
}

/**
 * The cheapest way to fuel a truck on a trip, by its cards, their rules and limits, and what the company is charged. 404 for
 * another company's vehicle or card; 400 with the obstacle; 503 when too many long plans are requested at once.
 */
export async function makePlan(
  ctx: Context,
  scope: CompanyScope,
  { wish, signal, isOffered = () => true }: PlanRequest,
): Promise<ComputedPlan> {
  const vehicle = await ctx.db.inCompany(scope, (tx) => findVehicle(tx, scope, wish.vehicleId));
  if (!vehicle || vehicle.isRemoved) throw notFound(NO_VEHICLE);
  const now = ctx.clock.now();
  const { cards: all, names } = await readPlanCards(ctx, scope, { vehicleId: vehicle.id, at: now });
  const cards = all.filter(({ problem }) => problem === null);
  if (vehicle.fuel !== GOODS_TREE.diesel)
    throw fieldRefusal(
      'vehicle_id',
      'В списке АЗС есть цены только на дизель: план для бензина и газа не посчитать',
    );
  if (cards.length === 0) throw fieldRefusal('vehicle_id', noCards(all));
  const route = await buildRoute(
    ctx,
    wish.points.map(({ lat, lon }) => [lat, lon]),
  );
  const trip = toTrip(wish, vehicle, route.distanceM);
  const ask: RoadRequest = {
    all: (await listAllStations(ctx.db.system)).filter(isOffered),
    dry: await listDryStations(ctx),
    route,
    departsAt: wish.departsAt,
    cards,
    names,
    added: addedStations(ctx),
    tariffs: await listTariffsInForce(ctx.db.system),
    companyId: scope.companyId,
    heightCentimetres: wish.heightCentimetres,
  };
  const { places, left } = placesOnRoad(ask);
  const limits = limitsOnRoad(places, { cards, names, now });
  const solved = await solveRoad(trip, { places, limits }, signal);
  if (!solved)
    throw fieldRefusal('points', 'Для плана заправок маршрут слишком длинный: разделите его на части');
  if (!solved.ok) {
    const { field, sentence } = await explainNoPlan({ trip, ask, places, limits, failed: solved, signal });
    throw fieldRefusal(field, sentence);
  }
  const driven = driveStops(trip, { places, stops: solved.stops, litres: solved.litres });
  const stops = driven.stops.map(({ place, arrival, bought }, index) => ({
    place: index + 1,
    stationName: place.station.name,
    brand: place.station.brand,
    address: place.address,
    lat: place.station.lat,
    lon: place.station.lon,
    alongM: Math.round(place.alongM),
    detourM: Math.round(place.asideM * 2),
    expectedAt: place.expectedAt,
    cardId: place.card.id,
    cardNumber: place.card.number,
    arrivalCentilitres: arrival,
    centilitres: bought,
    listKopecks: place.listKopecks,
    sum: computeCharged(place, bought),
    adblue: place.station.adblue ?? null,
    heightCentimetres: place.station.heightCentimetres ?? null,
  }));
  const burnt = computeUsedFuel(route.distanceM, trip.norm);
  const stationCount = new Set(places.map(({ station }) => station.id)).size;
  return {
    vehicle: { id: vehicle.id, plate: vehicle.plate, brand: vehicle.brand },
    way: wish.points.map(({ title }) => title).join(' — '),
    points: wish.points,
    departsAt: wish.departsAt,
    distanceM: Math.round(route.distanceM),
    durationS: Math.round(route.durationS),
    isApproximate: route.provider === APPROXIMATE_ROUTER,
    tankCentilitres: trip.tank,
    normCentilitres: trip.norm,
    startCentilitres: trip.start,
    reserveCentilitres: Math.min(trip.reserve, trip.start),
    endCentilitres: driven.end,
    adblueCentilitres: wish.adbluePercent === null ? null : Math.ceil((burnt * wish.adbluePercent) / 100),
    stops,
    notes: makePlanNotes({ wish, trip, cards, left, stops, places: stationCount, litres: solved.litres }),
  };
}

function noCards(all: Awaited<ReturnType<typeof readPlanCards>>['cards']): string {
  if (all.length === 0) return 'На этой машине нет карт: прикрепите карту на её странице';
  return `Ни одной картой этой машины не заправиться. ${all.map(({ number, problem }) => `${shortNumber(number)}: ${problem}`).join('. ')}`;
}

function toTrip(wish: PlanWish, { tankCentilitres, norm }: Vehicle, distanceM: number): TripFuel {
  const tank = wish.tankCentilitres ?? tankCentilitres;
  if (tank === null)
    throw fieldRefusal('tank_litres', 'У машины не указан бак: впишите его здесь или на её странице');
  const burns = wish.normCentilitres ?? (norm && normOn(norm, moscowDay(wish.departsAt)));
  if (!burns)
    throw fieldRefusal(
      'norm_litres_100km',
      'У машины не указана норма расхода: впишите её здесь или на её странице',
    );
  if (wish.startCentilitres > tank) throw fieldRefusal('start_litres', 'Больше, чем вмещает бак');
  const reserve = wish.reserveCentilitres ?? Math.round((tank * FUEL_PLAN_RESERVE_PERCENT) / 100);
  if (reserve >= tank) throw fieldRefusal('reserve_litres', 'Запас должен быть меньше бака');
  return {
    distanceM,
    tank,
    norm: burns,
    start: wish.startCentilitres,
    reserve,
    stopKopecks: FUEL_PLAN_STOP_RUBLES * 100,
  };
}

const FROM_STATIONS = ['станции', 'станций', 'станций'] as const;
const STATION_FORMS = ['станции', 'станциях', 'станциях'] as const;

/** Describes the assumptions of a plan, as sentences for the person who decides by it. */
function makePlanNotes(made: {
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
    const where = `на ${counted(size, STATION_FORMS)}`;
    if (why === 'network') return `Карты машины не принимают ${where}.`;
    if (why === 'height') return `Машина выше въезда ${where}.`;
    if (why === 'dry') return `Топливо, похоже, кончилось ${where}: там отказали нескольким компаниям.`;
    return `Правило «${RULE_LABELS[why].title}» не даёт заправиться ${where}.`;
  });
}

function describeRules({ number, effective, rules }: PlanCard, stops: readonly PlanStop[]): string[] {
  const used = stops.some((stop) => stop.cardNumber === number);
  const opens = effective.some(({ rule }) => rule.kind === 'on_request');
  return [
    ...(used && effective.length > 0 ? [`Карта ${shortNumber(number)}: ${rules}.`] : []),
    ...(used && opens ? [`Карту ${shortNumber(number)} перед каждой заправкой нужно открыть.`] : []),
  ];
}

function describeMoney({ id, number, balance }: PlanCard, stops: readonly PlanStop[]): string[] {
  const needed = stops.filter(({ cardId }) => cardId === id).reduce((sum, stop) => sum + stop.sum, 0);
  if (needed <= balance) return [];
  return [
    `На карте ${shortNumber(number)} сейчас ${formatRubles(balance)}, а по плану нужно ${formatRubles(needed)}: пополните её.`,
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
