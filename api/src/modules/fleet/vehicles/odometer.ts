import { sql } from 'kysely';
import { ODOMETER_DOUBTED, MAX_VEHICLES } from '#contract/fleet/vehicles.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound, Refusal, conflict } from '../../../errors.ts';
import { findVehicle, NO_VEHICLE } from './vehicles.ts';
import { lockFleet } from './lock-fleet.ts';
import { countOwnCards, type VehicleInput } from './vehicle-store.ts';
import { hasVehicleGroup } from './vehicle-groups.ts';

const DAY_MS = 86_400_000;
/** Two drivers who take turns run no more in a day. */
const MAX_KM_A_DAY = 1500;
/** Distance that a truck may run beyond its usual: a long trip, an odometer that was read late. */
const SPARE_KM = 500;
/** A truck's usual distance is meaningful only over this many days. */
const LEAST_DAYS = 7;
const TIMES_USUAL = 2;

const KM = new Intl.NumberFormat('ru-RU');

/**
 * Returns why a reading looks like a typing error, or null when it looks right: it is less than an earlier one, more
 * than a later one, or further from its neighbours than the truck can have run. One wrong digit is nearly always one of
 * these.
 */
function findDoubt(
  { km, at }: { km: number; at: Date },
  { before, after, usualKmADay }: OdometerNeighbours,
): string | null {
  if (before && km < before.km) return `Раньше одометр уже показывал ${before.km} км`;
  if (after && km > after.km) return `Позже одометр показывал ${after.km} км`;
  const reach = (ms: number) => {
    const days = Math.abs(ms) / DAY_MS;
    return SPARE_KM + days * Math.min(MAX_KM_A_DAY, (usualKmADay ?? MAX_KM_A_DAY) * TIMES_USUAL);
  };
  if (before && km - before.km > reach(at.getTime() - before.at.getTime()))
    return `Это на ${KM.format(km - before.km)} км больше прежнего показания (${KM.format(before.km)} км): столько машина за это время не проезжает`;
  if (after && after.km - km > reach(after.at.getTime() - at.getTime()))
    return `Это на ${KM.format(after.km - km)} км меньше следующего показания (${KM.format(after.km)} км): столько машина за это время не проезжает`;
  return null;
}

/** Returns what a truck runs in a day over the valid readings, or null while there are too few of them. */
function usualKmADay(first: { at: Date; km: number }, last: { at: Date; km: number }): number | null {
  const days = (last.at.getTime() - first.at.getTime()) / DAY_MS;
  return days >= LEAST_DAYS && last.km > first.km ? (last.km - first.km) / days : null;
}

export interface OdometerReading {
  id: number;
  at: Date;
  km: number;
  /** A later one has proved it wrong: it is shown and counts nowhere. */
  isSetAside: boolean;
}

type KmReading = Pick<OdometerReading, 'at' | 'km'>;

/** The readings beside a moment, and what the truck runs in a day; null where there is none. */
interface OdometerNeighbours {
  before: KmReading | null;
  after: KmReading | null;
  usualKmADay: number | null;
}

const MAX_READINGS = 2000;

/** Oldest first; the newest ones when there are very many. */
export async function listReadings(
  db: Db,
  scope: CompanyScope,
  vehicleId: number,
): Promise<OdometerReading[]> {
  const found = await rows(
    db,
    sql<OdometerReading>`
      select id, at, km, is_set_aside as "isSetAside" from vehicle_odometer
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} order by at desc limit ${MAX_READINGS}`,
  );
  return found.toReversed();
}

/** The newest reading of each truck. */
export async function newestReadings(db: Db, scope: CompanyScope): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ vehicle_id: number; km: number }>`
      select distinct on (vehicle_id) vehicle_id, km from vehicle_odometer
      where company_id = ${scope.companyId} and not is_set_aside order by vehicle_id, at desc`,
  );
  return new Map(found.map((row) => [row.vehicle_id, row.km]));
}

/** Lists the valid readings next to a moment, of another moment. */
async function listNeighbours(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at }: { vehicleId: number; at: Date },
): Promise<OdometerNeighbours> {
  const counted = await rows(
    tx,
    sql<KmReading>`
      select at, km from vehicle_odometer
      where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and not is_set_aside and at <> ${at} order by at`,
  );
  const [first] = counted;
  const last = counted.at(-1);
  return {
    before: counted.findLast((reading) => reading.at < at) ?? null,
    after: counted.find((reading) => reading.at > at) ?? null,
    usualKmADay: first && last ? usualKmADay(first, last) : null,
  };
}

/**
 * A second reading of the same moment replaces the first. Earlier readings that show more and later ones that show less can't be
 * right beside it: they are set aside.
 */
export async function writeReading(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, at, km }: { vehicleId: number; at: Date; km: number },
): Promise<number> {
  await sql`
    update vehicle_odometer set is_set_aside = true
    where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and not is_set_aside
      and ((at < ${at} and km > ${km}) or (at > ${at} and km < ${km}))`.execute(tx);
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle_odometer (company_id, vehicle_id, at, km)
      values (${scope.companyId}, ${vehicleId}, ${at}, ${km})
      on conflict (company_id, vehicle_id, at) do update set km = excluded.km, is_set_aside = false returning id`,
  );
  return id;
}

/** False when the truck has no such reading. What was set aside and contradicts nothing any more counts again. */
export async function deleteReading(
  tx: Db,
  scope: CompanyScope,
  { vehicleId, readingId }: { vehicleId: number; readingId: number },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from vehicle_odometer
      where id = ${readingId} and vehicle_id = ${vehicleId} and company_id = ${scope.companyId} returning id`,
  );
  await sql`
    update vehicle_odometer reading set is_set_aside = false
    where company_id = ${scope.companyId} and vehicle_id = ${vehicleId} and is_set_aside and not exists (
      select from vehicle_odometer other
      where other.company_id = ${scope.companyId} and other.vehicle_id = ${vehicleId}
        and ((other.at < reading.at and other.km > reading.km) or (other.at > reading.at and other.km < reading.km))
    )`.execute(tx);
  return row !== null;
}

/**
 * Records what a truck's odometer shows. Refuses (400) a reading of the future, and a likely typing error until it is
 * sent again as confirmed; the readings that contradict a confirmed one are set aside. 404 for another company's
 * truck.
 */
export function addReading(
  ctx: Context,
  input: { scope: CompanyScope; vehicleId: number; km: number; at?: Date; isConfirmed: boolean },
): Promise<number> {
  const { scope, vehicleId, km, at = ctx.clock.now(), isConfirmed } = input;
  if (at > ctx.clock.now()) throw fieldRefusal('at', 'Это время ещё не наступило');
  return ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const vehicle = await findVehicle(tx, scope, vehicleId);
    if (!vehicle || vehicle.isRemoved) throw notFound(NO_VEHICLE);
    const neighbours = await listNeighbours(tx, scope, { vehicleId, at });
    const doubt = isConfirmed ? null : findDoubt({ km, at }, neighbours);
    if (doubt !== null) throw new Refusal(400, ODOMETER_DOUBTED, doubt, { fields: { km: [doubt] } });
    return writeReading(tx, scope, { vehicleId, km, at });
  });
}

/**
 * Holds the company's fleet until the transaction ends. Refuses: 409 a plate that another truck has and a truck too many;
 * `group_id` and `card_ids` that are not the company's.
 */
export async function assertPlausible(
  tx: Db,
  scope: CompanyScope,
  {
    vehicleId,
    input,
    cardIds = [],
  }: { vehicleId: number | null; input: VehicleInput; cardIds?: readonly number[] | undefined },
): Promise<void> {
  const known = await lockFleet(tx, scope);
  const other = known.get(input.plate);
  if (other !== undefined && other !== vehicleId)
    throw conflict('Машина с таким номером уже есть в автопарке');
  if (vehicleId === null && known.size >= MAX_VEHICLES)
    throw conflict(`В автопарке может быть не больше ${MAX_VEHICLES} машин. Удалите те, что больше не ездят`);
  if (input.groupId !== null && !(await hasVehicleGroup(tx, scope, input.groupId)))
    throw fieldRefusal('group_id', 'Такой группы нет');
  const distinct = [...new Set(cardIds)];
  if ((await countOwnCards(tx, scope, distinct)) < distinct.length)
    throw fieldRefusal('card_ids', 'Среди карт есть чужая');
}
