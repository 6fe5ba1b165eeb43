import { sql } from 'kysely';
import { CARD_STATUS, GOODS_TREE, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { mintCompanyScope, type CompanyScope } from '../db/company-scope.ts';
import { firstRow, rows } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { runAsWork, createWork } from '../lib/current-work.ts';
import { changePlanState } from '../modules/fleet/fuel-plans/plan-state.ts';
import { createPlan } from '../modules/fleet/fuel-plans/create-plan.ts';
import type { PlanWish, TripPoint } from '../modules/fleet/fuel-plans/fuel-plan.ts';
import { type StationRecord, findStationPlaces } from '../modules/programme/stations/stations.ts';
import { MAIN_INN } from './cast.ts';

const HOUR_MS = 3_600_000;
const MOSCOW: TripPoint = { title: 'Москва', lat: 55.756, lon: 37.617 };
const KAZAN: TripPoint = { title: 'Казань', lat: 55.796, lon: 49.108 };
const ROSTOV: TripPoint = { title: 'Ростов-на-Дону', lat: 47.222, lon: 39.72 };

interface Company {
  scope: CompanyScope;
  userId: number;
  trucks: { id: number; tank: number }[];
}

/**
 * Makes and sends fuel plans of the main company once, by the calls of the screens: a trip that is over and was fuelled
 * as its cards show, one that is under way, and a draft.
 */
export async function planTrips(ctx: Context): Promise<void> {
  const company = await findCompanyWithoutPlans(ctx);
  const [first, second, third] = company?.trucks ?? [];
  if (!company || !first || !second || !third) return;
  const now = ctx.clock.now();
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  await runAsCompany(company, async () => {
    for (const truck of company.trucks) if (await planPastTrip(ctx, company, truck)) break;
    const going = await draft(
      withTime(ctx, at(-5)),
      company,
      toPlanWish(second, [MOSCOW, KAZAN], at(-4), 0.25),
    );
    if (going !== null) {
      await changePlanState(withTime(ctx, at(-4.5)), company.scope, { planId: going, state: 'sent' });
      await changePlanState(withTime(ctx, at(-4)), company.scope, { planId: going, state: 'under-way' });
    }
    await draft(ctx, company, toPlanWish(third, [MOSCOW, ROSTOV], at(14), 0.4));
  });
}

async function findCompanyWithoutPlans(ctx: Context): Promise<Company | null> {
  const row = await firstRow(
    ctx.db.system,
    sql<{ id: number; user_id: number }>`
      select company.id, (select min(id) from app_user where company_id = company.id) as user_id
      from company where inn = ${MAIN_INN}
        and not exists (select from fuel_plan where fuel_plan.company_id = company.id)`,
  );
  if (!row?.user_id) return null;
  const trucks = await rows(
    ctx.db.system,
    sql<{ id: number; tank: number }>`
      select vehicle.id, vehicle.tank_centilitres as tank from vehicle
      where company_id = ${row.id} and fuel = ${GOODS_TREE.diesel} and tank_centilitres >= 30000 and exists (
        select from card_on_vehicle riding join card on card.id = riding.card_id
        where riding.vehicle_id = vehicle.id and riding.until is null and card.status_id = ${CARD_STATUS.active} and 301 = any(card.goods_ids))
      order by vehicle.id limit 12`,
  );
  return { scope: mintCompanyScope(row.id), userId: row.user_id, trucks };
}

interface BoughtFuel {
  at: Date;
  address: string;
}

/**
 * Plans from one of the truck's last fillings to the next. The stations where it did fuel are those that were offered.
 */
async function planPastTrip(
  ctx: Context,
  company: Company,
  truck: Company['trucks'][number],
): Promise<boolean> {
  const bought = await lastBought(ctx, company, truck.id);
  const places = await findStationPlaces(
    ctx.db.system,
    bought.map(({ address }) => address),
  );
  for (const [index, from] of bought.entries()) {
    const to = bought[index + 1];
    const [start, end] = [places.get(from.address), to && places.get(to.address)];
    if (!to || !start || !end || start.city === end.city) continue;
    const points = [start, end].map(({ city, lat, lon }) => ({ title: city, lat, lon }));
    const departsAt = new Date(from.at.getTime() - HOUR_MS);
    const isOffered = ({ name }: StationRecord) => name === start.name || name === end.name;
    const planId = await draft(
      withTime(ctx, departsAt),
      company,
      toPlanWish(truck, points, departsAt, 0.2),
      isOffered,
    );
    if (planId === null) continue;
    const { scope } = company;
    const over = new Date(to.at.getTime() + HOUR_MS);
    await changePlanState(withTime(ctx, departsAt), scope, { planId, state: 'sent' });
    await changePlanState(withTime(ctx, from.at), scope, { planId, state: 'under-way' });
    await changePlanState(withTime(ctx, over), scope, { planId, state: 'done' });
    return true;
  }
  return false;
}

function lastBought(ctx: Context, { scope }: Company, vehicleId: number): Promise<BoughtFuel[]> {
  return rows(
    ctx.db.system,
    sql<BoughtFuel>`
      select at, address from (
        select operation.sold_at as at, operation.address
        from card_on_vehicle riding join operation on operation.card_id = riding.card_id
        where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId} and riding.until is null
          and operation.company_id = ${scope.companyId} and operation.type_id = ${OPERATION_TYPE.purchase}
          and operation.status_id = ${OPERATION_STATUS.done}
          and operation.sold_at > ${ctx.clock.now()}::timestamptz - interval '60 days'
        order by operation.sold_at desc limit 20
      ) latest order by at`,
  );
}

function toPlanWish(
  truck: Company['trucks'][number],
  points: readonly TripPoint[],
  departsAt: Date,
  share: number,
): PlanWish {
  return {
    vehicleId: truck.id,
    points,
    startCentilitres: Math.round(truck.tank * share),
    departsAt,
    tankCentilitres: null,
    normCentilitres: null,
    reserveCentilitres: null,
    heightCentimetres: null,
    adbluePercent: 5,
  };
}

/** Returns null when there is no plan for such a trip. */
async function draft(
  ctx: Context,
  { scope, userId }: Company,
  wish: PlanWish,
  isOffered?: (station: StationRecord) => boolean,
): Promise<number | null> {
  const { signal } = new AbortController();
  const about = {
    scope,
    wish,
    replacesId: null,
    userId,
    requestKey: null,
    signal,
    ...(isOffered && { isOffered }),
  };
  try {
    return await createPlan(ctx, about);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

function withTime(ctx: Context, now: Date): Context {
  return { ...ctx, clock: { ...ctx.clock, now: () => now } };
}

function runAsCompany({ scope, userId }: Company, run: () => Promise<void>): Promise<void> {
  return runAsWork(
    createWork('createFuelPlan', { companyId: scope.companyId, userId, leavesTrace: false }),
    run,
  );
}
