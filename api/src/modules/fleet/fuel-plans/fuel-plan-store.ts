import { sql, type RawBuilder } from 'kysely';
import type { FuelPlanState } from '#contract/fleet/fuel-plan-shapes.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { FROM_STATES, type FuelPlan, type ComputedPlan, type NextState, type PlanStop } from './fuel-plan.ts';

export async function insertPlan(
  tx: Db,
  scope: CompanyScope,
  {
    made,
    replacesId,
    userId,
    now,
  }: { made: ComputedPlan; replacesId: number | null; userId: number; now: Date },
): Promise<number> {
  const { companyId } = scope;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into fuel_plan (company_id, vehicle_id, way, points, departs_at, distance_m, duration_s, is_approximate,
        tank_centilitres, norm_centilitres, start_centilitres, reserve_centilitres, end_centilitres, adblue_centilitres,
        notes, replaces_id, made_by, made_at)
      values (${companyId}, ${made.vehicle.id}, ${made.way}, ${JSON.stringify(made.points)}::jsonb, ${made.departsAt},
        ${made.distanceM}, ${made.durationS}, ${made.isApproximate}, ${made.tankCentilitres}, ${made.normCentilitres},
        ${made.startCentilitres}, ${made.reserveCentilitres}, ${made.endCentilitres}, ${made.adblueCentilitres},
        ${made.notes}::text[], ${replacesId}, ${userId}, ${now})
      returning id`,
  );
  const { stops } = made;
  await sql`
    insert into fuel_plan_stop (company_id, plan_id, place, station_name, brand, address, lat, lon, along_m, detour_m,
      expected_at, card_id, arrival_centilitres, centilitres, list_kopecks, sum_kopecks, adblue, height_centimetres)
    select ${companyId}::bigint, ${id}::bigint, said.*
    from unnest(${stops.map((stop) => stop.place)}::smallint[], ${stops.map((stop) => stop.stationName)}::text[],
      ${stops.map((stop) => stop.brand)}::text[], ${stops.map((stop) => stop.address)}::text[],
      ${stops.map((stop) => stop.lat)}::float8[], ${stops.map((stop) => stop.lon)}::float8[],
      ${stops.map((stop) => stop.alongM)}::int[], ${stops.map((stop) => stop.detourM)}::int[],
      ${stops.map((stop) => stop.expectedAt)}::timestamptz[], ${stops.map((stop) => stop.cardId)}::bigint[],
      ${stops.map((stop) => stop.arrivalCentilitres)}::int[], ${stops.map((stop) => stop.centilitres)}::int[],
      ${stops.map((stop) => stop.listKopecks)}::bigint[], ${stops.map((stop) => stop.sum)}::bigint[],
      ${stops.map((stop) => stop.adblue)}::boolean[], ${stops.map((stop) => stop.heightCentimetres)}::int[]) as said`.execute(
    tx,
  );
  return id;
}

export interface PlanFilter {
  state?: FuelPlanState | undefined;
  vehicleId?: number | undefined;
}

/** A page of them, newest first, with how many there are. */
export async function listPlanPage(
  db: Db,
  scope: CompanyScope,
  { state, vehicleId, page, perPage }: PlanFilter & { page: number; perPage: number },
): Promise<{ found: FuelPlan[]; total: number }> {
  const which = sql`${state === undefined ? sql`true` : sql`plan.state = ${state}`}
    and ${vehicleId === undefined ? sql`true` : sql`plan.vehicle_id = ${vehicleId}`}`;
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`
      select count(*)::int as total from fuel_plan plan where plan.company_id = ${scope.companyId} and ${which}`,
  );
  const offset = Math.min((page - 1) * perPage, total);
  const found = await select(
    db,
    scope,
    sql`${which} order by plan.id desc limit ${perPage} offset ${offset}`,
  );
  return { found, total };
}

export async function findPlan(db: Db, scope: CompanyScope, id: number): Promise<FuelPlan | null> {
  return (await select(db, scope, sql`plan.id = ${id}`))[0] ?? null;
}

/** Like `findPlan`, and locks the state of the plan until the transaction ends. */
export async function lockPlan(tx: Db, scope: CompanyScope, id: number): Promise<FuelPlan | null> {
  await sql`
    select from fuel_plan where id = ${id} and company_id = ${scope.companyId} for no key update`.execute(tx);
  return findPlan(tx, scope, id);
}

/** Returns the plan for the driver of a card: the newest that was sent to its truck and has not ended. */
export async function findOpenPlanOfVehicle(
  db: Db,
  scope: CompanyScope,
  vehicleId: number,
): Promise<FuelPlan | null> {
  const which = sql`plan.vehicle_id = ${vehicleId} and plan.state in ('sent', 'under-way') order by plan.id desc limit 1`;
  return (await select(db, scope, which))[0] ?? null;
}

/** False when the plan is in a state from which there is no way to this one. */
export async function writeState(
  tx: Db,
  scope: CompanyScope,
  { id, state, now, reason = '' }: { id: number; state: NextState; now: Date; reason?: string },
): Promise<boolean> {
  const when = {
    sent: sql`sent_at = ${now}`,
    'under-way': sql`started_at = ${now}`,
    done: sql`ended_at = ${now}`,
    cancelled: sql`ended_at = ${now}, reason = ${reason}`,
  }[state];
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fuel_plan set state = ${state}, ${when}
      where id = ${id} and company_id = ${scope.companyId} and state = any(${[...FROM_STATES[state]]}::text[])
      returning id`,
  );
  return row !== null;
}

type PlanRow = Omit<FuelPlan, 'stops'>;

async function select(db: Db, scope: CompanyScope, which: RawBuilder<unknown>): Promise<FuelPlan[]> {
  const found = await rows(
    db,
    sql<PlanRow>`
      select plan.id, plan.state, json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand) as vehicle,
        plan.way, plan.points, plan.departs_at as "departsAt", plan.distance_m as "distanceM", plan.duration_s as "durationS",
        plan.is_approximate as "isApproximate", plan.tank_centilitres as "tankCentilitres",
        plan.norm_centilitres as "normCentilitres", plan.start_centilitres as "startCentilitres",
        plan.reserve_centilitres as "reserveCentilitres", plan.end_centilitres as "endCentilitres",
        plan.adblue_centilitres as "adblueCentilitres", plan.notes, plan.replaces_id as "replacesId", (
          select concat_ws(' ', person.firstname, person.lastname) from app_user person where person.id = plan.made_by
        ) as "madeBy", plan.made_at as "madeAt", plan.sent_at as "sentAt", plan.started_at as "startedAt",
        plan.ended_at as "endedAt", plan.reason
      from fuel_plan plan join vehicle on vehicle.id = plan.vehicle_id
      where plan.company_id = ${scope.companyId} and ${which}`,
  );
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const stops = await rows(
    db,
    sql<PlanStop & { planId: number }>`
      select plan_id as "planId", place, station_name as "stationName", brand, address, lat, lon, along_m as "alongM",
        detour_m as "detourM", expected_at as "expectedAt", card_id as "cardId", card.card_number as "cardNumber",
        arrival_centilitres as "arrivalCentilitres", centilitres, list_kopecks as "listKopecks", sum_kopecks as sum,
        adblue, height_centimetres as "heightCentimetres"
      from fuel_plan_stop stop join card on card.id = stop.card_id
      where stop.company_id = ${scope.companyId} and plan_id = any(${ids}::bigint[]) order by plan_id, place`,
  );
  const byPlan = Map.groupBy(stops, ({ planId }) => planId);
  return found.map((row) => ({
    ...row,
    stops: (byPlan.get(row.id) ?? []).map((stop) => ({
      ...stop,
      listKopecks: kopecks(stop.listKopecks),
      sum: kopecks(stop.sum),
    })),
  }));
}
