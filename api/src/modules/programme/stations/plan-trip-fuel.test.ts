import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planTripFuel, type FuelPlan, type FuelStop, type FuelTrip } from './plan-trip-fuel.ts';

/** Tries every amount at every station: the least cost, or Infinity. */
function bruteForce({ tank, start, reserve, way, stations }: FuelTrip): number {
  function from(next: number, position: number, fuel: number): number {
    const station = stations[next];
    const left = fuel - ((station?.at ?? way) - position);
    if (left < reserve) return Infinity;
    if (!station) return 0;
    let least = from(next + 1, station.at, left);
    const arrival = left - station.aside;
    for (let bought = 1; arrival >= reserve && arrival + bought <= tank; bought += 1) {
      const back = arrival + bought - station.aside;
      if (back < reserve) continue;
      least = Math.min(least, bought * station.price + from(next + 1, station.at, back));
    }
    return least;
  }
  return from(0, 0, start);
}

/** Drives the plan and pays for it; throws where it breaks a rule. */
function driveAndPay({ tank, start, reserve, way, stations }: FuelTrip, plan: FuelPlan): number {
  if (!plan.ok) return Infinity;
  let [fuel, position, cost] = [start, 0, 0];
  for (const { station, arrival, bought } of plan.refuels) {
    const { at, aside, price } = stations[station] as FuelStop;
    fuel -= at - position + aside;
    expect(fuel).toBe(arrival);
    expect(fuel).toBeGreaterThanOrEqual(reserve);
    fuel += bought;
    expect(bought).toBeGreaterThan(0);
    expect(fuel).toBeLessThanOrEqual(tank);
    fuel -= aside;
    position = at;
    cost += bought * price;
  }
  fuel -= way - position;
  expect(fuel).toBe(plan.end);
  expect(fuel).toBeGreaterThanOrEqual(reserve);
  return cost;
}

const smallTrip = fc
  .record({
    tank: fc.integer({ min: 3, max: 8 }),
    startPart: fc.double({ min: 0.4, max: 1, noNaN: true }),
    reserve: fc.integer({ min: 0, max: 2 }),
    gaps: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
    asides: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 5, maxLength: 5 }),
    prices: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ tank, startPart, reserve, gaps, asides, prices }): FuelTrip => {
    let at = 0;
    const stations = gaps.slice(1).map((gap, index) => {
      at += gap;
      return { at, aside: asides[index] as number, price: prices[index] as number };
    });
    return { tank, start: Math.round(tank * startPart), reserve, way: at + (gaps[0] as number), stations };
  });

test('the plan costs exactly what the best plan costs, and respects tank and reserve', () => {
  let drivable = 0;
  fc.assert(
    fc.property(smallTrip, (trip) => {
      const least = bruteForce(trip);
      if (least < Infinity) drivable += 1;
      expect(driveAndPay(trip, planTripFuel(trip))).toBe(least);
    }),
    { numRuns: 2000 },
  );
  expect(drivable).toBeGreaterThan(300);
});

/**
 * Without detours the textbook's greedy rule is optimal: buy enough to reach the next cheaper station, else fill the
 * whole tank.
 */
function greedyCost({ tank, start, reserve, way, stations }: FuelTrip): number {
  let [fuel, cost] = [start, 0];
  let position = 0;
  for (const [index, { at, price }] of stations.entries()) {
    fuel -= at - position;
    if (fuel < reserve) return Infinity;
    position = at;
    const cheaper = stations.slice(index + 1).find((station) => station.price <= price);
    const wanted = Math.min(tank, (cheaper?.at ?? way) - at + reserve);
    const bought = Math.max(0, wanted - fuel);
    cost += bought * price;
    fuel += bought;
  }
  return fuel - (way - position) < reserve ? Infinity : cost;
}

test('on the road it agrees with the textbook greedy algorithm, for tanks of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 7000, max: 8000 })), {
        maxLength: 60,
      }),
      fc.integer({ min: 300, max: 3000 }),
      (legs, tank) => {
        let at = 0;
        const stations = legs.map(([gap, price]) => ({ at: (at += gap), aside: 0, price }));
        const trip = { tank, start: Math.round(tank / 2), reserve: 50, way: at + 200, stations };
        expect(driveAndPay(trip, planTripFuel(trip))).toBe(greedyCost(trip));
      },
    ),
  );
});

test('of equally cheap plans the one with the fewest stops wins', () => {
  const stations = [10, 20, 30, 40].map((at) => ({ at, aside: 0, price: 70 }));
  const trip: FuelTrip = { tank: 100, start: 35, reserve: 5, way: 90, stations };
  expect(planTripFuel(trip)).toMatchObject({ ok: true, refuels: [{ bought: 60 }], end: 5 });
  expect(planTripFuel({ ...trip, start: 95 })).toEqual({ ok: true, refuels: [], end: 5 });
});

test('an impossible plan names its last station', () => {
  const stations = [10, 200].map((at) => ({ at, aside: 0, price: 70 }));
  expect(planTripFuel({ tank: 100, start: 35, reserve: 5, way: 220, stations })).toEqual({
    ok: false,
    after: 0,
  });
  expect(planTripFuel({ tank: 100, start: 12, reserve: 5, way: 220, stations })).toEqual({
    ok: false,
    after: -1,
  });
  expect(
    planTripFuel({ tank: 100, start: 35, reserve: 5, way: 300, stations: stations.slice(0, 1) }),
  ).toEqual({
    ok: false,
    after: 0,
  });
});
