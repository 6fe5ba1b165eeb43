import fc from 'fast-check';
import type { ModelRule } from './fleet-model.ts';

export interface ArbitrarySale {
  card: number;
  /** Minutes after the sale before it. */
  minutes: number;
  goodsId: number;
  litres: number;
  /** One of two stations. */
  station: number;
  kind: 'purchase' | 'failed' | 'refund';
}

export interface ArbitraryAllowance {
  /** Hours since the start of the fleet. */
  hours: number;
  lastsHours: number;
  kinds: string[];
  litres: number;
}

interface ArbitraryCard {
  /** Null: its trucks are in no group. */
  group: number | null;
  /** Tanks of the truck that it is on at first, and of the one that it moves to half-way. Null means not known. */
  tanks: [number | null, number | null];
  rules: ModelRule[];
  allowances: ArbitraryAllowance[];
  openings: { hours: number; minutes: number }[];
}

export interface ArbitraryFleet {
  profile: ModelRule[];
  groups: ModelRule[][];
  cards: ArbitraryCard[];
  sales: ArbitrarySale[];
}

export const FLEET_HOURS = 240;
const GROUPS = 2;
const CARDS = 3;

const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  litres_filling: fc.constantFrom('tank', 150, 300),
  litres_day: fc.constantFrom(250, 400.5),
  litres_week: fc.constantFrom(600, 1200),
  sum_day: fc.constantFrom(20_000, 40_000.5),
  fillings_day: fc.integer({ min: 1, max: 2 }),
  hours: fc.record({
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 4 }),
    from: fc.constantFrom('05:00', '07:00'),
    to: fc.constantFrom('20:00', '23:00'),
  }),
  goods: fc.constantFrom([301], [301, 402]),
  networks: fc.constantFrom([2], [1, 3]),
  on_request: fc.constantFrom(10, 30),
};
const hour = fc.integer({ min: 1, max: FLEET_HOURS });

/**
 * Generates the rules of one layer: each kind once at most, some without a value. A whole company is not closed by
 * default.
 */
function arbitraryRules(max: number, kinds: readonly string[], of = VALUES): fc.Arbitrary<ModelRule[]> {
  const rule = fc
    .constantFrom(...kinds)
    .chain((kind) => fc.option(of[kind]!, { freq: 5 }).map((value) => ({ kind, value })));
  return fc.uniqueArray(rule, { selector: ({ kind }) => kind, maxLength: max });
}

/** A small fleet with rules in three layers and what it buys, one after the other; `stations` are two, in different regions. */
export function arbitraryFleet(
  stations: readonly { address: string; region: string }[],
  kinds: readonly ArbitrarySale['kind'][],
): fc.Arbitrary<ArbitraryFleet> {
  const values = {
    ...VALUES,
    regions: fc.constantFrom(...stations.map(({ region }) => [region])),
    stations: fc.constantFrom(...stations.map(({ address }) => [address])),
  };
  const all = Object.keys(values);
  const card = fc.record({
    group: fc.option(fc.nat(GROUPS - 1), { freq: 3 }),
    tanks: fc.tuple(fc.constantFrom(200, 400, null), fc.constantFrom(200, 600, null)),
    rules: arbitraryRules(3, all, values),
    allowances: fc.array(
      fc.record({
        hours: hour,
        lastsHours: fc.integer({ min: 1, max: 48 }),
        kinds: fc.subarray(all, { minLength: 1, maxLength: 4 }),
        litres: fc.constantFrom(50, 300),
      }),
      { maxLength: 2 },
    ),
    openings: fc.array(fc.record({ hours: hour, minutes: fc.integer({ min: 10, max: 900 }) }), {
      maxLength: 3,
    }),
  });
  const sale = fc.record({
    card: fc.nat(CARDS - 1),
    minutes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 900 })),
    goodsId: fc.constantFrom(301, 301, 302, 402),
    litres: fc.constantFrom(40, 90.5, 150, 260, 420),
    station: fc.nat(1),
    kind: fc.constantFrom(...kinds),
  });
  return fc.record({
    profile: arbitraryRules(
      4,
      all.filter((kind) => kind !== 'on_request'),
      values,
    ),
    groups: fc.array(arbitraryRules(3, all, values), { minLength: GROUPS, maxLength: GROUPS }),
    cards: fc.array(card, { minLength: CARDS, maxLength: CARDS }),
    sales: fc.array(sale, { minLength: 5, maxLength: 30 }),
  });
}
