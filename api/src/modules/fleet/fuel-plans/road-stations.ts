import { indexRoute } from '#contract/fleet/find-on-route.ts';
import { type RuleKind, BUDGET_KINDS, SPENDING_KINDS, TANK } from '#contract/fleet/rule-values.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { Route } from '../../../gateways/routing/router.ts';
import type { AddedStations } from '../../programme/stations/added-stations.ts';
import type { StationRecord } from '../../programme/stations/stations.ts';
import { computeChargedSum, nearestTariff, tariffSums, type Tariff } from '../../programme/tariffs/tariff.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { decide } from '../rules/purchase/decide.ts';
import { NOTHING_SPENT, NOTHING_SPENT_TOGETHER, type RuleNames } from '../rules/purchase/rule-kind.ts';
import type { PlanCard } from './read-plan-cards.ts';

/** A station of the road that one of the truck's cards may pay at. */
export interface RoadPlace {
  station: StationRecord;
  address: string;
  alongM: number;
  asideM: number;
  expectedAt: Date;
  card: PlanCard;
  tariff: Tariff | null;
  listKopecks: Kopecks;
  /** The most of one filling by its rules, in centilitres. Null means the tank. */
  max: number | null;
}

export interface RoadRequest {
  all: readonly StationRecord[];
  /** Ids of stations that seem to have run out of fuel. */
  dry: ReadonlySet<number>;
  route: Route;
  departsAt: Date;
  cards: readonly PlanCard[];
  names: RuleNames;
  added: readonly AddedStations[];
  tariffs: readonly Tariff[];
  companyId: number;
  heightCentimetres: number | null;
}

/** Restrictions to ignore, to find out what would help. */
export interface IgnoredRestrictions {
  rules?: boolean;
  networks?: boolean;
  dry?: boolean;
}

type SkipReason = 'network' | 'height' | 'dry' | RuleKind;

export interface RoadPlaces {
  places: RoadPlace[];
  /** Ids of the stations that sell diesel and were left out, by the reason. */
  left: Map<SkipReason, Set<number>>;
}

/** These count over a trip or a filling: limits of the road, not of a station. */
const RULES_BEYOND_ROAD: ReadonlySet<RuleKind> = new Set<RuleKind>([
  ...SPENDING_KINDS,
  ...BUDGET_KINDS,
  'fillings_day',
  'litres_filling',
  'on_request',
]);

/**
 * Returns each station once for each time the road passes it, in the order of the road. Distances are scaled to the
 * length of the road.
 */
export function placesOnRoad(ask: RoadRequest, relaxed: IgnoredRestrictions = {}): RoadPlaces {
  const { all, route, departsAt, cards, added } = ask;
  const line = indexRoute(route.path);
  const scale = line.lengthM > 0 ? route.distanceM / line.lengthM : 1;
  const means = averageByRegion(all);
  const trip = { departsAt, distanceM: route.distanceM, durationS: route.durationS };
  const findTariff = tariffReader(ask);
  const left: RoadPlaces['left'] = new Map();
  const leave = (why: SkipReason, { id }: StationRecord) =>
    void left.set(why, (left.get(why) ?? new Set()).add(id));
  const places = line.findPasses(all).flatMap(({ index, alongM: drawn, asideM }): RoadPlace[] => {
    const station = all[index] as StationRecord;
    if (station.dieselPrice === null) return [];
    const network = networkOfBrand(station.brand, added);
    const fitting = relaxed.networks ? cards : cards.filter(({ partnerId }) => partnerId === network);
    if (fitting.length === 0) {
      leave('network', station);
      return [];
    }
    if (isTooLow(station, ask.heightCentimetres)) {
      leave('height', station);
      return [];
    }
    if (!relaxed.dry && ask.dry.has(station.id)) {
      leave('dry', station);
      return [];
    }
    const alongM = drawn * scale;
    const at = expectedAt(alongM, trip);
    const address = formatSaleAddress(station);
    const fits = fitting.map((card) => {
      const facts = {
        at,
        partnerId: card.partnerId,
        goodsId: card.goods?.id ?? null,
        centilitres: 1,
        sumKopecks: 1,
        unitPriceKopecks: station.dieselPrice,
        station: { address, region: station.region },
        regionMeanKopecks: means.get(station.region) ?? null,
        tankLitres: null,
        spent: NOTHING_SPENT,
        spentTogether: NOTHING_SPENT_TOGETHER,
        openUntil: null,
      };
      const rules = relaxed.rules
        ? []
        : card.effective.filter(({ rule }) => !RULES_BEYOND_ROAD.has(rule.kind));
      return { card, reason: decide(rules, facts, ask.names)[0] };
    });
    const chosen = fits.find(({ reason }) => !reason);
    if (!chosen) {
      leave(fits[0]?.reason?.rule ?? 'networks', station);
      return [];
    }
    const { card } = chosen;
    const place = {
      station,
      address,
      alongM,
      asideM,
      expectedAt: at,
      card,
      listKopecks: station.dieselPrice,
    };
    return [{ ...place, tariff: findTariff(card, at), max: relaxed.rules ? null : getMaxFilling(card) }];
  });
  return { places, left };
}

/** Same format as `writeSaleAddress` (programme/stations). */
function formatSaleAddress({ name, region, city, street, house }: StationRecord): string {
  return [name, ...(region === city ? [] : [region]), city, street, house].join(', ');
}

/** A hand's breadth is left under the roof. */
const CLEARANCE_CM = 10;
function isTooLow({ heightCentimetres }: StationRecord, truck: number | null): boolean {
  return truck !== null && heightCentimetres != null && heightCentimetres < truck + CLEARANCE_CM;
}

function getMaxFilling({ effective }: PlanCard): number | null {
  const rule = effective.find((effectiveRule) => effectiveRule.rule.kind === 'litres_filling')?.rule;
  return rule?.kind !== 'litres_filling' || rule.value === null || rule.value === TANK
    ? null
    : Math.round(rule.value * 100);
}

/** Mean diesel prices, in kopecks a litre, as rules compare prices. */
function averageByRegion(all: readonly StationRecord[]): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { region, dieselPrice } of all) {
    if (dieselPrice === null) continue;
    const now = sums.get(region) ?? { sum: 0, count: 0 };
    sums.set(region, { sum: now.sum + dieselPrice, count: now.count + 1 });
  }
  return new Map([...sums].map(([region, { sum, count }]) => [region, Math.round(sum / count)]));
}

/** Finds the tariff once for each card and day. */
function tariffReader({ tariffs, companyId }: RoadRequest): (card: PlanCard, at: Date) => Tariff | null {
  const known = new Map<string, Tariff | null>();
  return ({ partnerId, goods }, at) => {
    const sold = { companyId, partnerId, goodsTitle: goods?.title ?? '', day: moscowDay(at) };
    const key = `${partnerId} ${sold.goodsTitle} ${sold.day}`;
    const found = known.has(key) ? known.get(key) : nearestTariff(tariffs, sold);
    known.set(key, found ?? null);
    return found ?? null;
  };
}

/** Returns the amount charged to the company for this many centilitres there. */
export function computeCharged({ listKopecks, tariff }: RoadPlace, centilitres: number): Kopecks {
  const sum = kopecks(Math.round((listKopecks * centilitres) / 100));
  return tariff ? computeChargedSum(sum, tariffSums(tariff, { sum, centilitres })) : sum;
}

/** A driver drives nine hours a day (приказ Минтранса № 424, п. 6) and rests for the remaining hours. */
const DRIVING_DAY_MS = 9 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns when the truck comes to a place of the road, at the pace of the whole route. It is an estimate, without
 * queues and breaks.
 */
function expectedAt(
  alongM: number,
  { departsAt, distanceM, durationS }: { departsAt: Date; distanceM: number; durationS: number },
): Date {
  const drivenMs = distanceM === 0 ? 0 : (alongM / distanceM) * durationS * 1000;
  const nights = Math.floor(drivenMs / DRIVING_DAY_MS);
  return new Date(departsAt.getTime() + nights * DAY_MS + (drivenMs - nights * DRIVING_DAY_MS));
}
