import { indexRoute } from '#contract/fleet/find-on-route.ts';
import type { LimitUnit, PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import type { Context } from '../../../context.ts';
import { addedStations, type AddedStations } from './added-stations.ts';
import { crowded, fieldRefusal } from '../../../errors.ts';
import type { Point, Route } from '../../../gateways/routing/router.ts';
import { callInWorker, CallAbandoned } from '../../../lib/turns/call-in-worker.ts';
import { buildRoute } from './build-route.ts';
import { planTripFuel, type FuelPlan, type FuelStop, type FuelTrip } from './plan-trip-fuel.ts';
import { type StationRecord, listStations } from './stations.ts';

export interface FuelWish {
  points: readonly Point[];
  tankLitres: number;
  litresPer100Km: number;
  startLitres: number;
  reserveLitres: number;
  /** The networks whose cards the truck has. Null means that every station will do. */
  partners: readonly PartnerId[] | null;
  /** Rest of a network card's limit, in rubles (`sum`) or litres (`amount`). */
  limits: readonly { partnerId: PartnerId; unit: LimitUnit; left: number }[];
}

export interface RouteFuelPlan {
  route: Route;
  stops: {
    station: StationRecord;
    alongM: number;
    /** Detour there and back, in metres. */
    detourM: number;
    arrivalLitres: number;
    litres: number;
    sum: Kopecks;
  }[];
  litres: number;
  sum: Kopecks;
  endLitres: number;
  /** The number of stations to choose from. */
  stations: number;
  /** Limits in litres, by network, and how much of them the plan uses. */
  limits: { partnerId: PartnerId; litres: number; bought: number }[];
}

/** Litres are counted in tenths. */
const UNITS = 10;

/**
 * Returns the cheapest way to fuel on a route. Refuses on `points` when there is no route, and on `tank_litres`, with
 * the range that is too long, when no plan reaches the end. Refuses with 503 when too many long plans are requested at
 * once.
 */
export async function planRouteFuel(
  ctx: Context,
  wish: FuelWish,
  signal: AbortSignal,
): Promise<RouteFuelPlan> {
  assertKnown(ctx, wish);
  const route = await buildRoute(ctx, wish.points);
  const stations = listRoadStations(
    await listStations(ctx.db.system),
    route,
    wish.partners,
    addedStations(ctx),
  );
  const limits = litresLeft(wish, stations);
  const plan = await planTrip(toTrip(wish, route, stations, limits), signal);
  if (!plan.ok) {
    if ('tooLarge' in plan) throw TOO_LARGE[plan.tooLarge]();
    throw fieldRefusal('tank_litres', describeGapAfter(plan.after, stations, route, limits.size > 0));
  }
  const stops = plan.refuels.map(({ station: index, arrival, bought }) => {
    const { station, alongM, asideM, price } = stations[index] as RouteStation;
    const litres = bought / UNITS;
    const sum = kopecks(Math.round((bought * price) / UNITS));
    return { station, alongM, detourM: asideM * 2, arrivalLitres: arrival / UNITS, litres, sum };
  });
  return {
    route,
    stops,
    litres: plan.refuels.reduce((sum, { bought }) => sum + bought, 0) / UNITS,
    sum: kopecks(stops.reduce((total, { sum }) => total + sum, 0)),
    endLitres: plan.end / UNITS,
    stations: new Set(stations.map(({ station }) => station.id)).size,
    limits: [...limits].map(([partnerId, litres]) => ({
      partnerId,
      litres: Math.floor(litres * 10) / 10,
      bought:
        plan.refuels
          .filter(({ station }) => stations[station]?.network === partnerId)
          .reduce((total, { bought }) => total + bought, 0) / UNITS,
    })),
  };
}

/** No real trip passes this many stations; a route to and fro among fifty points does. */
const MAX_STATIONS = 20_000;
/** Less than this is planned faster than a worker starts. */
const QUICK = 1_000_000;
const RETRY_SECONDS = 60;

/** A long plan takes a part of a second of CPU time, during which no other request would be answered. */
async function planTrip(trip: FuelTrip, signal: AbortSignal): Promise<FuelPlan> {
  if (trip.stations.length > MAX_STATIONS) return { ok: false, tooLarge: 'way' };
  if (!trip.caps?.size && trip.stations.length * trip.tank <= QUICK) return planTripFuel(trip);
  return callInWorker<FuelPlan>({
    module: new URL('./plan-trip-fuel.ts', import.meta.url),
    name: 'planTripFuel',
    argument: async () => trip,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof CallAbandoned)) throw error;
    throw crowded('Сейчас считается слишком много планов заправок. Попробуйте через минуту', RETRY_SECONDS);
  });
}

const TOO_LARGE = {
  way: () => fieldRefusal('points', 'Для плана заправок маршрут слишком длинный: разделите его на части'),
  caps: () =>
    fieldRefusal('limits', 'Столько лимитов сразу на такой дороге не учесть: уберите одну из сетей'),
};

function toTrip(
  wish: FuelWish,
  route: Route,
  stations: readonly RouteStation[],
  limits: ReadonlyMap<PartnerId, number>,
): FuelTrip {
  const computeUsedUnits = (metres: number): number =>
    Math.ceil((metres / 100_000) * wish.litresPer100Km * UNITS);
  const start = Math.floor(wish.startLitres * UNITS);
  return {
    tank: Math.floor(wish.tankLitres * UNITS),
    start,
    reserve: Math.min(Math.ceil(wish.reserveLitres * UNITS), start),
    way: computeUsedUnits(route.distanceM),
    stations: stations.map(({ alongM, asideM, price, network }): FuelStop => ({
      at: computeUsedUnits(alongM),
      aside: computeUsedUnits(asideM),
      price,
      network,
    })),
    caps: new Map([...limits].map(([network, litres]) => [network, Math.floor(litres * UNITS)])),
  };
}

interface RouteStation {
  station: StationRecord;
  alongM: number;
  asideM: number;
  price: Kopecks;
  network: PartnerId;
}

function assertKnown(ctx: Context, { partners, limits }: FuelWish): void {
  const known = ctx.partnerIds();
  if (partners?.some((id) => !known.includes(id))) throw fieldRefusal('partners', 'Неизвестная сеть');
  if (limits.some(({ partnerId }) => !known.includes(partnerId)))
    throw fieldRefusal('limits', 'Неизвестная сеть');
}

/**
 * The stations that sell diesel and take one of the cards, once for each time the road passes them. Distances along
 * the drawn line are scaled to the length of the road.
 */
function listRoadStations(
  all: readonly StationRecord[],
  route: Route,
  partners: readonly PartnerId[] | null,
  added: readonly AddedStations[],
): RouteStation[] {
  const line = indexRoute(route.path);
  const scale = line.lengthM > 0 ? route.distanceM / line.lengthM : 1;
  return line.findPasses(all).flatMap(({ index, alongM, asideM }) => {
    const station = all[index] as StationRecord;
    const network = networkOfBrand(station.brand, added);
    const taken = partners === null || partners.includes(network);
    if (!taken || station.dieselPrice === null) return [];
    return [{ station, alongM: alongM * scale, asideM, price: station.dieselPrice, network }];
  });
}

/**
 * Returns the litres that the card of each network with a limit may still pay for here. A limit in rubles is counted
 * at the network's highest price on this road, so the card pays for all of it whichever stations the plan uses. Of
 * several limits the narrowest counts.
 */
function litresLeft({ limits }: FuelWish, stations: readonly RouteStation[]): Map<PartnerId, number> {
  const left = new Map<PartnerId, number>();
  for (const { partnerId, unit, left: amount } of limits) {
    const own = stations.filter(({ network }) => network === partnerId);
    if (own.length === 0) continue;
    const dearest = own.reduce((max, { price }) => Math.max(max, price), 0);
    const litres = unit === 'amount' ? amount : (amount * 100) / dearest;
    left.set(partnerId, Math.min(litres, left.get(partnerId) ?? Infinity));
  }
  return left;
}

function describeGapAfter(
  after: number,
  stations: readonly RouteStation[],
  route: Route,
  limited: boolean,
): string {
  const from = stations[after];
  const to = stations[after + 1];
  const place = from ? `После ${toKilometres(from.alongM)}-го км` : 'От начала маршрута';
  const next = to
    ? `до следующей станции, на ${toKilometres(to.alongM)}-м км,`
    : `до конца маршрута, ${toKilometres(route.distanceM)}-го км,`;
  const why = limited ? 'с этим баком, запасом и остатками лимитов карт' : 'с этим баком и запасом';
  return `${place} топлива не хватит ${next} ${why}. Добавьте сети или уменьшите запас`;
}

function toKilometres(metres: number): number {
  return Math.round(metres / 1000);
}
