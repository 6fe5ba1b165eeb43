import { PARTNER, type PartnerId } from '#contract/ids.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import { formatLitres } from '../../../lib/money-format.ts';
import { type TripFuel, type CardLimit, solveRoad, type SolvedPlan } from './road.ts';
import { placesOnRoad, type RoadRequest, type RoadPlace } from './road-stations.ts';

interface Failure {
  trip: TripFuel;
  ask: RoadRequest;
  places: readonly RoadPlace[];
  limits: readonly CardLimit[];
  failed: Extract<SolvedPlan, { ok: false }>;
  signal: AbortSignal;
}

/** Finds what stops the plan, and tries out which change would help. The text goes to the field concerned. */
export async function explainNoPlan(failure: Failure): Promise<{ field: string; sentence: string }> {
  const helps = await listRemedies(failure);
  const advice = helps.length > 0 ? ` Помогло бы: ${helps.join('; ')}.` : '';
  return {
    field: failure.failed.after < 0 ? 'start_litres' : 'points',
    sentence: `${describeObstacle(failure)}${advice}`,
  };
}

function describeObstacle({ trip, places, limits, failed }: Failure): string {
  const from = places[failed.after];
  const to = places[failed.after + 1];
  const fromM = from?.alongM ?? 0;
  const toM = to?.alongM ?? trip.distanceM;
  const full = from ? trip.tank : trip.start;
  const reserve = Math.min(trip.reserve, trip.start);
  const rangeM = (Math.max(0, full - reserve) / trip.norm) * 100_000;
  const where = from ? `После ${toKilometres(fromM)}-го км (${from.station.name})` : 'От начала маршрута';
  const gap = to
    ? `до следующей подходящей станции ${toKilometres(toM - fromM)} км`
    : `до конца маршрута ${toKilometres(toM - fromM)} км`;
  if (toM - fromM > rangeM - 1000)
    return `${where} ${gap}, в баке с запасом хватит на ${toKilometres(rangeM)}.`;
  const named = failed.limits.flatMap((index) => limits[index]?.words ?? []);
  const why = [...new Set(named)].join('; ') || 'правила не дают залить столько за раз';
  return `${where} ${gap}: топлива не хватит, потому что мешает ограничение: ${why}.`;
}

async function listRemedies({ trip, ask, places, limits, signal }: Failure): Promise<string[]> {
  const wouldSolve = async (
    change: Partial<TripFuel>,
    about: { places: readonly RoadPlace[]; limits: readonly CardLimit[] },
  ) => (await solveRoad({ ...trip, ...change }, about, signal))?.ok === true;
  const same = { places, limits };
  const helps: string[] = [];
  if (trip.start < trip.tank && (await wouldSolve({ start: trip.tank }, same))) {
    const least = await leastStart(trip, (start) => wouldSolve({ start }, same));
    helps.push(`выехать с ${formatLitres(least)} в баке`);
  }
  if (trip.reserve > 0 && trip.start > 0 && (await wouldSolve({ reserve: 0 }, same)))
    helps.push(`меньший запас, чем ${formatLitres(trip.reserve)}`);
  const withDry = placesOnRoad(ask, { dry: true }).places;
  if (ask.dry.size > 0 && (await wouldSolve({}, { places: withDry, limits: [] })))
    helps.push('топливо на станциях, где его сейчас, похоже, нет');
  const free = placesOnRoad(ask, { rules: true }).places;
  if (await wouldSolve({}, { places: free, limits: [] }))
    helps.push('на эту поездку снять правила и лимиты карты');
  const everywhere = placesOnRoad(ask, { rules: true, networks: true }).places;
  const solved =
    helps.length === 0 ? await solveRoad(trip, { places: everywhere, limits: [] }, signal) : null;
  if (solved?.ok) helps.push(`карта другой сети на машине (${listBrands(ask, everywhere, solved.stops)})`);
  return helps;
}

/** Finds the least start volume, to twenty litres. */
async function leastStart(trip: TripFuel, solves: (start: number) => Promise<boolean>): Promise<number> {
  let [no, yes] = [trip.start, trip.tank];
  while (yes - no > 2000) {
    const middle = Math.round((no + yes) / 2000) * 1000;
    if (middle <= no || middle >= yes) break;
    if (await solves(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

function listBrands(
  { cards, added }: RoadRequest,
  places: readonly RoadPlace[],
  stops: readonly { station: number }[],
): string {
  const own = new Set<PartnerId>(cards.map(({ partnerId }) => partnerId));
  const brands = stops.flatMap(({ station }) => {
    const brand = places[station]?.station.brand ?? '';
    const network = networkOfBrand(brand, added);
    return own.has(network) ? [] : [network === PARTNER.other ? 'прочие АЗС' : brand];
  });
  return [...new Set(brands)].join(', ');
}

function toKilometres(metres: number): number {
  return Math.round(metres / 1000);
}
