import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { measureProcessorMs } from '../../../testing/processor-time.ts';
import { planStops, type FuelRoad, type RoadLimit, type StopPlan } from './plan-stops.ts';

/**
 * Tries every amount at every station, and returns the least cost of a plan, stops included; Infinity without a plan.
 */
function bruteForce(road: FuelRoad): number {
  function from(next: number, position: number, fuel: number, used: readonly number[]): number {
    const station = road.stations[next];
    const after = fuel - ((station?.at ?? road.way) - position);
    if (after < road.reserve) return Infinity;
    if (!station) return 0;
    let least = from(next + 1, station.at, after, used);
    const arrival = after - station.aside;
    for (let bought = 1; arrival >= road.reserve && bought <= (station.max ?? Infinity); bought += 1) {
      if (arrival + bought > road.tank) break;
      const now = used.map(
        (count, index) => count + countedBy(road, road.limits[index] as RoadLimit, next, bought),
      );
      if (now.some((count, index) => count > (road.limits[index] as RoadLimit).max)) break;
      const rest = from(next + 1, station.at, arrival + bought - station.aside, now);
      least = Math.min(least, bought * station.price + road.stopCost + rest);
    }
    return least;
  }
  return from(
    0,
    0,
    road.start,
    road.limits.map(() => 0),
  );
}

function countedBy(road: FuelRoad, limit: RoadLimit, station: number, bought: number): number {
  if (!limit.stations.includes(station)) return 0;
  if (limit.of === 'fillings') return 1;
  return limit.of === 'fuel' ? bought : bought * (road.stations[station]?.counted ?? 0);
}

/** Drives the plan and pays for it; fails where it breaks anything. */
function driveAndPay(road: FuelRoad, plan: StopPlan): number {
  if (plan.ok === null) throw new Error('too large');
  if (!plan.ok) return Infinity;
  let [fuel, position, cost] = [road.start, 0, 0];
  const used = road.limits.map(() => 0);
  for (const { station: index, arrival, bought } of plan.stops) {
    const station = road.stations[index] as FuelRoad['stations'][number];
    fuel -= station.at - position + station.aside;
    expect(fuel).toBe(arrival);
    expect(fuel).toBeGreaterThanOrEqual(road.reserve);
    expect(bought).toBeGreaterThan(0);
    expect(bought).toBeLessThanOrEqual(station.max ?? Infinity);
    fuel += bought;
    expect(fuel).toBeLessThanOrEqual(road.tank);
    fuel -= station.aside;
    position = station.at;
    cost += bought * station.price;
    for (const [at, limit] of road.limits.entries()) used[at]! += countedBy(road, limit, index, bought);
  }
  for (const [at, limit] of road.limits.entries()) expect(used[at]).toBeLessThanOrEqual(limit.max);
  fuel -= road.way - position;
  expect(fuel).toBe(plan.end);
  expect(fuel).toBeGreaterThanOrEqual(road.reserve);
  expect(cost).toBe(plan.cost);
  return cost + plan.stops.length * road.stopCost;
}

const drawnStation = fc.record({
  gap: fc.integer({ min: 0, max: 3 }),
  aside: fc.integer({ min: 0, max: 1 }),
  price: fc.integer({ min: 1, max: 9 }),
  counted: fc.integer({ min: 1, max: 9 }),
  max: fc.option(fc.integer({ min: 1, max: 5 })),
});
const drawnLimit = fc.record({
  first: fc.integer({ min: 0, max: 4 }),
  count: fc.integer({ min: 1, max: 5 }),
  every: fc.integer({ min: 1, max: 2 }),
  of: fc.constantFrom('fuel' as const, 'fillings' as const),
  max: fc.integer({ min: 0, max: 6 }),
});
const road = fc
  .record({
    tank: fc.integer({ min: 3, max: 8 }),
    start: fc.integer({ min: 0, max: 8 }),
    reserve: fc.integer({ min: 0, max: 2 }),
    rest: fc.integer({ min: 0, max: 4 }),
    stopCost: fc.integer({ min: 0, max: 4 }),
    stations: fc.array(drawnStation, { maxLength: 5 }),
    limits: fc.array(drawnLimit, { maxLength: 3 }),
  })
  .map(({ tank, start, reserve, rest, stopCost, stations, limits }): FuelRoad => {
    let at = 0;
    const along = stations.map(({ gap, ...station }) => ({ ...station, at: (at += gap) }));
    return {
      tank,
      start: Math.min(start, tank),
      reserve,
      way: at + rest,
      stopCost,
      stations: along,
      limits: limits.map(({ first, count, every, of, max }) => ({
        stations: along
          .map((_, index) => index)
          .filter((index) => index >= first && index < first + count && index % every === 0),
        of,
        max,
      })),
    };
  });

describe('the plan of stops', () => {
  test('the plan of stops costs what the cheapest plan does, and breaks no limit', () => {
    fc.assert(
      fc.property(road, (drawn) => {
        expect(driveAndPay(drawn, planStops(drawn))).toBe(bruteForce(drawn));
      }),
      { numRuns: 1500 },
    );
  });

  test('never overdraws a limit of money, and costs no less than the cheapest plan', () => {
    fc.assert(
      fc.property(road, fc.integer({ min: 0, max: 40 }), (drawn, max) => {
        const limits = drawn.limits.map((limit) => ({ ...limit, of: 'money' as const, max }));
        const limited = { ...drawn, limits };
        expect(driveAndPay(limited, planStops(limited))).toBeGreaterThanOrEqual(bruteForce(limited));
      }),
      { numRuns: 600 },
    );
  });

  test('the plan of stops says where the way ends, and which limits are in it', () => {
    const base = { tank: 10, start: 10, reserve: 1, way: 30, stopCost: 0, limits: [] };
    const pump = (at: number) => ({ at, aside: 0, price: 5, counted: 5, max: null });
    expect(planStops({ ...base, stations: [pump(5), pump(18)] })).toEqual({
      ok: false,
      after: 0,
      limits: [],
    });
    const near = { ...base, way: 20, stations: [pump(5), pump(13)] };
    expect(planStops(near).ok).toBe(true);
    const limits: RoadLimit[] = [{ stations: [0, 1], of: 'fuel', max: 10 }];
    expect(planStops({ ...near, limits })).toEqual({ ok: false, after: 1, limits: [0] });
  });

  test('a road of 4 000 km with 1 500 stations and a limit a day is planned quickly', async () => {
    const random = seededRandom(4000);
    const stations = Array.from({ length: 1500 }, (_, index) => ({
      at: Math.ceil(index * (1280 / 1500)),
      aside: Math.floor(random.next() * 2),
      price: 6000 + Math.floor(random.next() * 1500),
      counted: 7000,
      max: null,
    }));
    const days = [0, 1, 2, 3, 4, 5].map((day): RoadLimit => {
      const own = Array.from({ length: 250 }, (_, index) => day * 250 + index);
      return { stations: own, of: 'fuel', max: 250 };
    });
    const long = { tank: 600, start: 300, reserve: 60, way: 1280, stopCost: 10_000, stations };
    const coarse = {
      ...long,
      tank: 60,
      start: 30,
      reserve: 6,
      way: 128,
      stations: stations.map((station) => ({
        ...station,
        at: Math.ceil(station.at / 10),
        price: station.price * 10,
      })),
      limits: days.map((limit) => ({ ...limit, max: 25 })),
    };
    const took = await measureProcessorMs(() => {
      driveAndPay({ ...long, limits: [] }, planStops({ ...long, limits: [] }));
      driveAndPay(coarse, planStops(coarse));
    });
    expect(took).toBeLessThan(4000);
  });
});
