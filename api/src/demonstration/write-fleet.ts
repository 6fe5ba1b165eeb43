import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { plateIn } from '#contract/values/plate.ts';
import { sql } from 'kysely';
import { rows, type Db } from '../db/database.ts';
import { BEGINNING_OF_TIME } from '../modules/cards/drivers/drivers.ts';
import { CAR, GAS_VAN, TRUCK, VAN, type VehicleKind } from './cast.ts';
import type { CompanyPlan } from './plan.ts';

/** Properties of the trucks of a kind; tanks in litres, norms in litres for 100 km. */
interface FleetKind {
  kind: VehicleKind;
  group: string;
  tank: number;
  norm: number;
  winterNorm: number;
}

const KINDS: readonly FleetKind[] = [
  { kind: TRUCK, group: 'Дальние рейсы', tank: 600, norm: 29, winterNorm: 32 },
  { kind: VAN, group: 'Доставка', tank: 85, norm: 14, winterNorm: 15.5 },
  { kind: GAS_VAN, group: 'Доставка', tank: 80, norm: 17, winterNorm: 18.5 },
  { kind: CAR, group: 'Легковые', tank: 50, norm: 9, winterNorm: 10 },
];

interface WrittenVehicle {
  card: number;
  plate: string;
  brand: string;
  about: FleetKind;
  fuel: number;
}

/**
 * Makes a fleet of the trucks that comments of used cards name, with a year of odometer readings computed from the fuel.
 * Comments of new cards stay: the page «Автопарк» offers to make trucks of them.
 */
export async function writeFleet(
  tx: Db,
  companyId: number,
  plan: CompanyPlan,
  cardIds: readonly number[],
): Promise<void> {
  const fleet = listVehicles(plan);
  if (fleet.length === 0) return;
  const groups = await rows(
    tx,
    sql<{ id: number; title: string }>`
      insert into vehicle_group (company_id, title)
      select ${companyId}::bigint, title from unnest(${[...new Set(fleet.map(({ about }) => about.group))]}::text[]) title
      returning id, title`,
  );
  const groupIds = new Map(groups.map(({ id, title }) => [title, id]));
  // The plan of the cards says which of them are in a group; here the first one gets them.
  await sql`update card set group_id = ${groups[0]?.id ?? null}::bigint
    where company_id = ${companyId} and group_id is not null`.execute(tx);
  const hundredths = (of: (about: FleetKind) => number) =>
    fleet.map(({ about }) => Math.round(of(about) * 100));
  const written = await rows(
    tx,
    sql<{ id: number; plate: string }>`
      insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, norm_centilitres, winter_norm_centilitres,
        group_id, created_at)
      select ${companyId}::bigint, input.*, ${plan.since}::timestamptz
      from unnest(${fleet.map(({ plate }) => plate)}::text[], ${fleet.map(({ brand }) => brand)}::text[],
        ${fleet.map(({ fuel }) => fuel)}::smallint[], ${hundredths(({ tank }) => tank)}::int[],
        ${hundredths(({ norm }) => norm)}::int[], ${hundredths(({ winterNorm }) => winterNorm)}::int[],
        ${fleet.map(({ about }) => groupIds.get(about.group))}::bigint[]) as input
      returning id, plate`,
  );
  const ids = new Map(written.map(({ id, plate }) => [plate, id]));
  await sql`
    insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
    select ${companyId}::bigint, card_id, vehicle_id, ${BEGINNING_OF_TIME}::timestamptz
    from unnest(${fleet.map(({ card }) => cardIds[card])}::bigint[],
      ${fleet.map(({ plate }) => ids.get(plate))}::bigint[]) as input (card_id, vehicle_id)`.execute(tx);
  const readings = fleet.flatMap((writtenVehicle, place) => planReadings(plan, writtenVehicle, place));
  await sql`
    insert into vehicle_odometer (company_id, vehicle_id, at, km)
    select ${companyId}::bigint, input.*
    from unnest(${readings.map(({ plate }) => ids.get(plate))}::bigint[], ${readings.map(({ at }) => at)}::timestamptz[],
      ${readings.map(({ km }) => km)}::int[]) as input`.execute(tx);
}

function listVehicles({ cards, events }: CompanyPlan): WrittenVehicle[] {
  const used = new Set(
    events.flatMap((event) => (event.kind === 'operation' && event.sale ? [event.card] : [])),
  );
  const seen = new Set<string>();
  return cards.flatMap(({ comment }, card) => {
    const named = used.has(card) ? plateIn(comment) : null;
    const about = KINDS.find(({ kind }) => kind.models.some((model) => comment.startsWith(model)));
    if (!named || !about || seen.has(named.plate)) return [];
    seen.add(named.plate);
    const fuel = Math.floor((about.kind.goods[0] ?? 301) / 100);
    return [{ card, plate: named.plate, brand: named.rest.trim(), about, fuel }];
  });
}

/**
 * Plans odometer readings at the first filling of each month and at the last of all. The excess over the norm differs a
 * little from truck to truck.
 */
function planReadings(
  { events }: CompanyPlan,
  { card, plate, about }: WrittenVehicle,
  place: number,
): { plate: string; at: Date; km: number }[] {
  const taken = about.norm * (0.96 + (place % 7) * 0.025);
  let km = 38_000 + place * 7311;
  let month = '';
  let last: Date | null = null;
  const readings: { plate: string; at: Date; km: number }[] = [];
  for (const event of events) {
    if (event.kind !== 'operation' || event.card !== card || !event.sale) continue;
    const { purchase } = OPERATION_TYPE;
    if (event.typeId !== purchase || event.statusId !== OPERATION_STATUS.done) continue;
    const now = event.at.toISOString().slice(0, 7);
    if (now !== month) readings.push({ plate, at: event.at, km: Math.round(km) });
    month = now;
    km += event.sale.centilitres / taken;
    last = event.at;
  }
  if (last && readings.at(-1)?.at !== last) readings.push({ plate, at: last, km: Math.round(km) });
  return readings;
}
