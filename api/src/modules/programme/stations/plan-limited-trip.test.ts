import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { planOnGrain, planTripFuel, type FuelPlan, type FuelStop, type FuelTrip } from './plan-trip-fuel.ts';

type FuelCaps = ReadonlyMap<number, number>;

/** Tries every amount at every station within the caps: the least cost, or Infinity. */
function bruteForce({ tank, start, reserve, way, stations }: FuelTrip, caps: FuelCaps): number {
  function from(next: number, position: number, fuel: number, left: FuelCaps): number {
    const station = stations[next];
    const after = fuel - ((station?.at ?? way) - position);
    if (after < reserve) return Infinity;
    if (!station) return 0;
    let least = from(next + 1, station.at, after, left);
    const arrival = after - station.aside;
    const network = station.network as number;
    const max = Math.min(tank - arrival, left.get(network) ?? Infinity);
    for (let bought = 1; arrival >= reserve && bought <= max; bought += 1) {
      const back = arrival + bought - station.aside;
      if (back < reserve) continue;
      const rest = new Map(left);
      if (rest.has(network)) rest.set(network, (rest.get(network) as number) - bought);
      least = Math.min(least, bought * station.price + from(next + 1, station.at, back, rest));
    }
    return least;
  }
  return from(0, 0, start, caps);
}

/** Drives the plan and pays for it; throws where it breaks a rule. */
function driveAndPay(trip: FuelTrip, caps: FuelCaps, plan: FuelPlan | null): number {
  if (!plan?.ok) return Infinity;
  let [fuel, position, cost] = [trip.start, 0, 0];
  const left = new Map(caps);
  for (const { station, arrival, bought } of plan.refuels) {
    const { at, aside, price, network } = trip.stations[station] as FuelStop;
    fuel -= at - position + aside;
    expect(fuel).toBe(arrival);
    expect(fuel).toBeGreaterThanOrEqual(trip.reserve);
    fuel += bought;
    expect(fuel).toBeLessThanOrEqual(trip.tank);
    fuel -= aside;
    position = at;
    cost += bought * price;
    left.set(network as number, (left.get(network as number) ?? Infinity) - bought);
  }
  expect(Math.min(...left.values(), Infinity)).toBeGreaterThanOrEqual(0);
  fuel -= trip.way - position;
  expect(fuel).toBe(plan.end);
  expect(fuel).toBeGreaterThanOrEqual(trip.reserve);
  return cost;
}

const station = fc.record({
  gap: fc.integer({ min: 0, max: 3 }),
  aside: fc.integer({ min: 0, max: 1 }),
  price: fc.integer({ min: 1, max: 9 }),
  network: fc.integer({ min: 1, max: 3 }),
});
interface Drawn {
  tank: number;
  startPart: number;
  reserve: number;
  last: number;
  drawn: (Omit<FuelTrip['stations'][number], 'at'> & { gap: number })[];
  caps: [number, number][];
}

function makeTrip({ tank, startPart, reserve, last, drawn, caps }: Drawn) {
  let at = 0;
  const stations = drawn.map(({ gap, ...one }) => ({ ...one, at: (at += gap) }));
  const trip: FuelTrip = { tank, start: Math.round(tank * startPart), reserve, way: at + last, stations };
  return { trip, caps: new Map(caps) };
}

const smallTrip = fc
  .record({
    tank: fc.integer({ min: 3, max: 7 }),
    startPart: fc.double({ min: 0.4, max: 1, noNaN: true }),
    reserve: fc.integer({ min: 0, max: 2 }),
    last: fc.integer({ min: 0, max: 3 }),
    drawn: fc.array(station, { minLength: 1, maxLength: 5 }),
    caps: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 6 })), {
      maxLength: 3,
    }),
  })
  .map(makeTrip);

test('§2.100 with card limits the plan costs exactly what the best plan within them costs', () => {
  let bound = 0;
  fc.assert(
    fc.property(smallTrip, ({ trip, caps }) => {
      const least = bruteForce(trip, caps);
      if (least < Infinity && least > bruteForce(trip, new Map())) bound += 1;
      expect(driveAndPay(trip, caps, planTripFuel({ ...trip, caps }))).toBe(least);
    }),
    { numRuns: 4000, seed: 20261121 },
  );
  // The limits must have mattered, or nothing was shown.
  expect(bound).toBeGreaterThan(60);
});

const longTrip = fc
  .record({
    tank: fc.integer({ min: 500, max: 1500 }),
    startPart: fc.double({ min: 0.3, max: 1, noNaN: true }),
    reserve: fc.integer({ min: 0, max: 50 }),
    last: fc.integer({ min: 0, max: 300 }),
    drawn: fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 200 }),
        aside: fc.integer({ min: 0, max: 9 }),
        price: fc.integer({ min: 70, max: 79 }),
        network: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 5, maxLength: 30 },
    ),
    caps: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 900 })), {
      maxLength: 3,
    }),
  })
  .map(makeTrip);

test('a plan on a coarse grain keeps tank and cards, and costs no more than its bound', () => {
  let coarse = 0;
  fc.assert(
    fc.property(longTrip, fc.integer({ min: 2, max: 25 }), ({ trip }, grain) => {
      const cost = driveAndPay(trip, new Map(), planOnGrain(trip, grain));
      const lesser = { ...trip, tank: trip.tank - 4 * grain, reserve: trip.reserve + 3 * grain };
      const best = planTripFuel({ ...lesser, start: trip.start });
      if (trip.start > lesser.tank || trip.start < lesser.reserve || !best.ok) return;
      const spare = best.refuels.reduce((sum, { station: at }) => sum + trip.stations[at]!.price, 0) * grain;
      expect(cost).toBeLessThanOrEqual(driveAndPay(lesser, new Map(), best) + spare);
      coarse += 1;
    }),
    { numRuns: 300, seed: 20261122 },
  );
  expect(coarse).toBeGreaterThan(100);

  let [planned, capped] = [0, 0];
  fc.assert(
    fc.property(longTrip, ({ trip, caps }) => {
      const least = driveAndPay(trip, new Map(), planTripFuel(trip));
      const cost = driveAndPay(trip, caps, planTripFuel({ ...trip, caps }, 200_000));
      expect(cost).toBeGreaterThanOrEqual(least);
      if (cost < Infinity) planned += 1;
      if (cost < Infinity && cost > least) capped += 1;
    }),
    { numRuns: 300, seed: 20261122 },
  );
  expect(planned).toBeGreaterThan(60);
  expect(capped).toBeGreaterThan(20);
});

test('§2.100 3 000 km with a large tank and limits of three cards has a plan hardly dearer', () => {
  const random = seededRandom(11);
  const stations = Array.from({ length: 350 }, (_, index): FuelStop => ({
    at: (index + 1) * 30,
    aside: random.whole(0, 7),
    price: random.whole(7300, 7700),
    network: random.whole(1, 4),
  }));
  const trip: FuelTrip = { tank: 15_000, start: 2500, reserve: 800, way: 10_550, stations };
  const caps = new Map([
    [1, 1000],
    [2, 2000],
    [3, 1500],
  ]);
  const free = driveAndPay(trip, new Map(), planTripFuel(trip));
  expect(driveAndPay(trip, caps, planTripFuel({ ...trip, caps }))).toBeLessThan(free * 1.005);

  expect(planTripFuel({ ...trip, caps }, 10_000)).toEqual({ ok: false, tooLarge: 'way' });
  expect(planTripFuel({ ...trip, caps }, 50_000)).toEqual({ ok: false, tooLarge: 'caps' });
});
