import { indexRoute } from '#contract/find-on-route.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { networkOfBrand } from '#contract/stations.ts';
import type { Context } from '../../context.ts';
import { fieldRefusal } from '../../errors.ts';
import type { Point, Route } from '../../gateways/routing/router.ts';
import { buildRoute } from './build-route.ts';
import { planCappedFuel, statesOf } from './plan-capped-fuel.ts';
import type { FuelPlan, FuelStop, FuelTrip } from './plan-fuel.ts';
import type { StationRecord } from './station.ts';
import { listStations } from './station-store.ts';

export interface FuelWish {
  points: readonly Point[];
  tankLitres: number;
  litresPer100Km: number;
  startLitres: number;
  reserveLitres: number;
  /** The networks whose cards there are; null for every station. */
  partners: readonly PartnerId[] | null;
  /** What the card of a network may still pay for: rubles (`sum`) or litres (`amount`). */
  limits: readonly { partnerId: PartnerId; unit: 'sum' | 'amount'; left: number }[];
}

export interface RouteFuelPlan {
  route: Route;
  stops: {
    station: StationRecord;
    alongM: number;
    /** There and back. */
    detourM: number;
    arrivalLitres: number;
    litres: number;
    sum: Kopecks;
  }[];
  litres: number;
  sum: Kopecks;
  endLitres: number;
  /** How many there were to choose among. */
  stations: number;
  /** In litres, by network; of them so many are in the plan. */
  limits: { partnerId: PartnerId; litres: number; bought: number }[];
}

/**
 * The cheapest way to fuel on a route (issue 6). Refuses on `points` where there is no route, and on `tank_litres` with
 * the stretch that is too long where no plan reaches the end.
 */
export async function planRouteFuel(ctx: Context, wish: FuelWish): Promise<RouteFuelPlan> {
  const route = await buildRoute(ctx, wish.points);
  const stations = stationsOf(await listStations(ctx.db.system), route, wish.partners);
  const limits = litresLeft(wish, stations);
  const { plan, unit } = planWithin(limits, wish, route, stations);
  if (!plan.ok) throw fieldRefusal('tank_litres', gapAfter(plan.after, stations, route, limits.size > 0));
  const stops = plan.refuels.map(({ station: index, arrival, bought }) => {
    const { station, alongM, asideM, price } = stations[index] as RouteStation;
    const litres = bought / unit;
    const sum = kopecks(Math.round((bought * price) / unit));
    return { station, alongM, detourM: asideM * 2, arrivalLitres: arrival / unit, litres, sum };
  });
  return {
    route,
    stops,
    litres: plan.refuels.reduce((sum, { bought }) => sum + bought, 0) / unit,
    sum: kopecks(stops.reduce((total, { sum }) => total + sum, 0)),
    endLitres: plan.end / unit,
    stations: stations.length,
    limits: [...limits].map(([partnerId, litres]) => ({
      partnerId,
      litres: Math.floor(litres * 10) / 10,
      bought: stops
        .filter(({ station }) => networkOfBrand(station.brand) === partnerId)
        .reduce((total, stop) => total + stop.litres, 0),
    })),
  };
}

/**
 * The limits of cards are looked at one after another, those first that a plan without them overdraws: most of them bind
 * nothing, and each one that does makes the units coarser.
 */
function planWithin(
  limits: ReadonlyMap<PartnerId, number>,
  wish: FuelWish,
  route: Route,
  stations: readonly RouteStation[],
): { plan: FuelPlan; unit: number } {
  const binding = new Map<PartnerId, number>();
  for (;;) {
    const unit = unitsPerLitre(stations.length, wish.tankLitres, binding);
    const plan = planCappedFuel(tripOf(wish, route, stations, unit), capsOf(binding, unit));
    const overdrawn = plan.ok
      ? [...limits].filter(([network, litres]) => {
          const bought = plan.refuels.filter(({ station }) => stations[station]?.network === network);
          return bought.reduce((sum, refuel) => sum + refuel.bought, 0) > litres * unit;
        })
      : [];
    if (overdrawn.length === 0) return { plan, unit };
    for (const [network, litres] of overdrawn) binding.set(network, litres);
  }
}

function tripOf(wish: FuelWish, route: Route, stations: readonly RouteStation[], unit: number): FuelTrip {
  const burnt = (metres: number): number => Math.ceil((metres / 100_000) * wish.litresPer100Km * unit);
  const start = Math.floor(wish.startLitres * unit);
  return {
    tank: Math.floor(wish.tankLitres * unit),
    start,
    reserve: Math.min(Math.ceil(wish.reserveLitres * unit), start),
    way: burnt(route.distanceM),
    stations: stations.map(({ alongM, asideM, price, network }): FuelStop => ({
      at: burnt(alongM),
      aside: burnt(asideM),
      price,
      network,
    })),
  };
}

interface RouteStation {
  station: StationRecord;
  alongM: number;
  asideM: number;
  price: Kopecks;
  network: PartnerId;
}

/** Those that sell diesel and take one of the cards; the line's own length is stretched to that of the road. */
function stationsOf(
  all: readonly StationRecord[],
  route: Route,
  partners: readonly PartnerId[] | null,
): RouteStation[] {
  const line = indexRoute(route.path);
  const stretch = line.lengthM > 0 ? route.distanceM / line.lengthM : 1;
  return line.find(all).flatMap(({ index, alongM, asideM }) => {
    const station = all[index] as StationRecord;
    const network = networkOfBrand(station.brand);
    const taken = partners === null || partners.includes(network);
    if (!taken || station.dieselPrice === null) return [];
    return [{ station, alongM: alongM * stretch, asideM, price: station.dieselPrice, network }];
  });
}

/**
 * Of each network with a limit the litres that its card may still pay for here. A limit in rubles is counted at the dearest
 * price of the network on this road: whichever stations the plan takes, the card pays for all of it.
 */
function litresLeft({ limits }: FuelWish, stations: readonly RouteStation[]): Map<PartnerId, number> {
  const left = new Map<PartnerId, number>();
  for (const { partnerId, unit, left: amount } of limits) {
    const prices = stations.filter(({ network }) => network === partnerId).map(({ price }) => price);
    if (prices.length === 0) continue;
    left.set(partnerId, unit === 'amount' ? amount : (amount * 100) / Math.max(...prices));
  }
  return left;
}

function capsOf(limits: ReadonlyMap<PartnerId, number>, unit: number): Map<number, number> {
  return new Map([...limits].map(([network, litres]) => [network, Math.floor(litres * unit)]));
}

const MOST_WORK = 40_000_000;

/**
 * Tenths of a litre; one, two, five or ten litres where a very long road, a very large tank or the limits of
 * several cards would take seconds.
 */
function unitsPerLitre(stations: number, tankLitres: number, limits: ReadonlyMap<PartnerId, number>): number {
  const fits = (unit: number): boolean =>
    stations * statesOf(tankLitres * unit, capsOf(limits, unit)) <= MOST_WORK;
  const unit = [10, 1, 1 / 2, 1 / 5, 1 / 10].find(fits);
  if (unit === undefined)
    throw fieldRefusal('limits', 'Столько лимитов сразу на такой дороге не учесть: уберите одну из сетей');
  return unit;
}

function gapAfter(after: number, stations: readonly RouteStation[], route: Route, limited: boolean): string {
  const from = stations[after];
  const to = stations[after + 1];
  const place = from ? `После ${kmOf(from.alongM)}-го км` : 'От начала маршрута';
  const next = to
    ? `до следующей станции, на ${kmOf(to.alongM)}-м км,`
    : `до конца маршрута, ${kmOf(route.distanceM)}-го км,`;
  const why = limited ? 'с этим баком, запасом и остатками лимитов карт' : 'с этим баком и запасом';
  return `${place} топлива не хватит ${next} ${why}. Добавьте сети или уменьшите запас`;
}

function kmOf(metres: number): number {
  return Math.round(metres / 1000);
}
