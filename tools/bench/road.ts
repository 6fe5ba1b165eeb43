import { cpuUsage } from 'node:process';
import { findOnRoute } from '#contract/fleet/find-on-route.ts';
import { planTripFuel, type FuelTrip } from '../../api/src/modules/programme/stations/plan-trip-fuel.ts';
import { median } from './measures/load.ts';

/** The route computations, in milliseconds of processor time: `node tools/bench/road.ts`. */
hold('fuel plan, 3 000 km, 350 stations, tanks of 1 200 l', measure(planLongTrip), 100);
hold('the same with the limits of three cards', measure(planLimitedTrip), 400);
hold('100 000 stations against a path of 20 000 points', measure(findStations()), 50);

/** Prints what was measured; a missed aim fails the run. */
function hold(what: string, milliseconds: number, aim: number): void {
  console.log(`${what}: ${milliseconds.toFixed(0)} ms (aim: ${aim})`);
  if (milliseconds > aim) process.exitCode = 1;
}

function measure(work: () => void): number {
  return median(
    Array.from({ length: 7 }, () => {
      const before = cpuUsage();
      work();
      const { user, system } = cpuUsage(before);
      return (user + system) / 1000;
    }),
  );
}

function planLongTrip(): void {
  if (!planTripFuel(longTrip()).ok) throw new Error('the trip has a plan');
}

function planLimitedTrip(): void {
  const caps = new Map([
    [1, 1000],
    [2, 2000],
    [3, 1500],
  ]);
  if (!planTripFuel({ ...longTrip(), caps }).ok) throw new Error('the trip has a plan within its limits');
}

/** 32 litres for 100 km, all in tenths of a litre. */
function longTrip(): FuelTrip {
  const random = seeded(11);
  const stations = Array.from({ length: 350 }, (_, index) => ({
    at: Math.round(((index + 1) * 9600) / 351),
    aside: Math.floor(random() * 8),
    price: 7300 + Math.floor(random() * 400),
    network: 1 + (index % 4),
  }));
  return { tank: 12_000, start: 2500, reserve: 800, way: 9600, stations };
}

function findStations(): () => void {
  const random = seeded(7);
  const stations = Array.from({ length: 100_000 }, () => ({
    lat: 42 + random() * 28,
    lon: 20 + random() * 150,
  }));
  const path = Array.from({ length: 20_000 }, (_, at): [number, number] => [
    55 + Math.sin(at / 900) * 6 + Math.sin(at / 11) * 0.02,
    30 + at * 0.005,
  ]);
  return () => {
    if (findOnRoute(stations, path).length < 100) throw new Error('the path has stations');
  };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
