import { PARTNER, type FirstPartnerId } from '#contract/ids.ts';
import { crowKm } from '../gateways/routing/roads.ts';
import type { SeededRandom } from '../lib/seeded-random.ts';
import type { Station } from '../modules/programme/stations/stations.ts';
import { BRANDS_BY_PARTNER, CAR, ROAD_CORRIDORS, GAS_VAN, TRUCK, VAN, type VehicleKind } from './cast.ts';
import type { CardOnRoad } from './plan-fuelling.ts';

export interface Vehicle {
  kind: VehicleKind;
  partnerId: FirstPartnerId;
  /** Index of the request from which its card came. */
  request: number;
  drivers: number[];
  blockedDaysAgo?: number;
  isNew?: boolean;
  isFlaky?: boolean;
  groupId?: number;
}

/** The vehicles of «Дальний рейс», each with its card. */
export function mainFleet(): Vehicle[] {
  const some = (count: number, kind: VehicleKind, partnerId: FirstPartnerId): Vehicle[] =>
    Array.from({ length: count }, () => ({ kind, partnerId, request: OLD_REQUEST[partnerId], drivers: [] }));
  const fleet = [
    ...some(4, TRUCK, PARTNER.gpn),
    ...some(5, VAN, PARTNER.gpn),
    ...some(4, CAR, PARTNER.gpn),
    ...some(3, TRUCK, PARTNER.rn),
    ...some(5, VAN, PARTNER.rn),
    ...some(3, CAR, PARTNER.rn),
    ...some(2, TRUCK, PARTNER.third),
    ...some(3, VAN, PARTNER.third),
    ...some(3, CAR, PARTNER.third),
    ...some(2, GAS_VAN, PARTNER.other),
    ...some(2, VAN, PARTNER.other),
  ];
  for (const [place, daysAgo] of BLOCKED) Object.assign(fleet[place] as Vehicle, { blockedDaysAgo: daysAgo });
  (fleet[FLAKY_CARD] as Vehicle).isFlaky = true;
  for (const place of [0, 1, 2, 13, 14]) (fleet[place] as Vehicle).groupId = 1;
  // Each driver has a truck or a van; the first four have a car as well.
  for (const [driver, place] of [0, 1, 2, 3, 13, 14, 15, 24, 25, 4, 5, 16].entries()) {
    (fleet[place] as Vehicle).drivers.push(driver);
  }
  for (const [driver, place] of [9, 10, 21, 29].entries()) (fleet[place] as Vehicle).drivers.push(driver);
  (fleet[17] as Vehicle).drivers.push(4, 9);
  const fresh = some(4, VAN, PARTNER.gpn).map((vehicle) => ({ ...vehicle, request: 3, isNew: true }));
  return [...fleet, ...fresh];
}

const OLD_REQUEST: Record<FirstPartnerId, number> = { 1: 0, 2: 0, 3: 1, 4: 1 };

/** Place in the fleet and days ago. */
const BLOCKED: readonly (readonly [number, number])[] = [
  [8, 203],
  [12, 91],
  [20, 40],
  [27, 12],
  [35, 3],
];
/** The card whose network refuses blocks (docs/calls.md 8). */
const FLAKY_CARD = 6;

/** Plans where and during which days each card is used. New cards have not been used yet. */
export function planRoads(
  fleet: readonly Vehicle[],
  where: {
    stations: readonly Station[];
    regions: readonly string[];
    authors: readonly number[];
    from: number;
  },
  random: SeededRandom,
): CardOnRoad[] {
  let corridor = 0;
  return fleet.flatMap((vehicle, index) => {
    if (vehicle.isNew) return [];
    const brands = BRANDS_BY_PARTNER[vehicle.partnerId];
    const ours = where.stations.filter(
      (station) => brands.includes(station.brand) && station.dieselPrice !== null,
    );
    const along =
      vehicle.kind === TRUCK
        ? listStationsAlongRoads(ours, ROAD_CORRIDORS[corridor++ % ROAD_CORRIDORS.length] ?? [])
        : [];
    const around = ours.filter((station) => where.regions.includes(station.region));
    return [
      {
        index,
        partnerId: vehicle.partnerId,
        vehicle: vehicle.kind,
        stations: along.length >= 5 ? along : around,
        // Cards of the second request came two months later.
        from: where.from - random.whole(0, 4) - (vehicle.request === 1 ? 64 : 0),
        until: vehicle.blockedDaysAgo === undefined ? 0 : vehicle.blockedDaysAgo + 1,
        blockedDaysAgo: vehicle.blockedDaysAgo ?? null,
        authors: where.authors,
      },
    ];
  });
}

const MOSCOW = { lat: 55.756, lon: 37.617 };

/** Returns the stations in the order in which they are passed when driving from Moscow. */
function listStationsAlongRoads(stations: readonly Station[], refs: readonly string[]): Station[] {
  const names = refs.map((ref) => new RegExp(`${ref}(?!\\d)`));
  return stations
    .filter(({ street }) => names.some((name) => name.test(street)))
    .sort((a, b) => crowKm(MOSCOW, a) - crowKm(MOSCOW, b));
}
