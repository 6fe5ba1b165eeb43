import type { FastifyInstance } from 'fastify';
import type { EndpointBody } from '#contract/endpoint.ts';
import * as calls from '#contract/fleet/fuel-plans.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { changePlanState } from './plan-state.ts';
import { createPlan } from './create-plan.ts';
import { NO_PLAN, type FuelPlan, type NextState, type PlanWish } from './fuel-plan.ts';
import { findPlan, listPlanPage } from './fuel-plan-store.ts';
import { listPlanFillings, readTruckFuel } from './read-truck-fuel.ts';
import { makePlan } from './make-plan.ts';
import { matchFillings } from './match-fillings.ts';
import { findUsualPrice } from './find-usual-price.ts';
import { presentFuelPlan, presentMadePlan, presentSummary, presentTruckFuel } from './present.ts';

/** Notifies the drivers of the plan's truck that it is on their pages. */
export type NotifyDrivers = (
  ctx: Context,
  args: { scope: CompanyScope; plan: FuelPlan; by: number; site: string },
) => Promise<{ notified: string[]; notNotified: string[] }>;

export function fuelPlanRoutes(app: FastifyInstance, ctx: Context, notifyDrivers: NotifyDrivers): void {
  const routing = { perMinute: ctx.config.routesPerMinute };

  bind(
    app,
    ctx,
    calls.previewFuelPlan,
    async ({ body, scope, request: { signal } }) => {
      const now = ctx.clock.now();
      const plan = await makePlan(ctx, scope, { wish: toWish(body, now), signal });
      const bought = { vehicleId: plan.vehicle.id, until: now };
      const usual = await ctx.db.inCompany(scope, (tx) => findUsualPrice(tx, scope, bought));
      return { data: presentMadePlan(plan, usual) };
    },
    routing,
  );

  bind(
    app,
    ctx,
    calls.createFuelPlan,
    async ({ body, scope, session: { userId }, requestKey, request: { signal } }) => {
      const wish = toWish(body, ctx.clock.now());
      const replacesId = body.replaces_id ?? null;
      const id = await createPlan(ctx, { scope, wish, replacesId, userId, requestKey, signal });
      return { data: await answer(scope, id) };
    },
    routing,
  );

  bind(app, ctx, calls.listFuelPlans, async ({ query, scope }) => {
    const { state, vehicle_id: vehicleId, page, perPage } = query;
    const { found, total, fillings } = await ctx.db.inCompany(scope, async (tx) => {
      const listed = await listPlanPage(tx, scope, { state, vehicleId, page, perPage });
      const ids = listed.found.map(({ id }) => id);
      return { ...listed, fillings: await listPlanFillings(tx, scope, ids) };
    });
    return {
      data: found.map((plan) => presentSummary(plan, matchFillings(plan, fillings.get(plan.id) ?? []))),
      meta: { pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total } },
    };
  });

  bind(app, ctx, calls.readFuelPlan, async ({ params: { id }, scope }) => ({
    data: await answer(scope, id),
  }));

  bind(app, ctx, calls.sendFuelPlan, async ({ params: { id }, scope, session: { userId } }) => {
    const plan = await changePlanState(ctx, scope, { planId: id, state: 'sent' });
    const site = publicAddress(ctx.config);
    const { notified, notNotified } = await notifyDrivers(ctx, {
      scope,
      plan,
      by: userId,
      site,
    });
    return { data: { plan: await answer(scope, id), told: notified, untold: notNotified } };
  });

  bind(app, ctx, calls.startFuelPlan, async ({ params: { id }, scope }) => ({
    data: await change(scope, id, 'under-way'),
  }));

  bind(app, ctx, calls.finishFuelPlan, async ({ params: { id }, scope }) => ({
    data: await change(scope, id, 'done'),
  }));

  bind(app, ctx, calls.cancelFuelPlan, async ({ params: { id }, body: { reason }, scope }) => ({
    data: await change(scope, id, 'cancelled', reason),
  }));

  bind(app, ctx, calls.readTruckFuel, async ({ params: { id }, scope }) => ({
    data: presentTruckFuel(await readTruckFuel(ctx, scope, id)),
  }));

  async function change(scope: CompanyScope, planId: number, state: NextState, reason = '') {
    await changePlanState(ctx, scope, { planId, state, reason });
    return answer(scope, planId);
  }

  async function answer(scope: CompanyScope, planId: number) {
    return ctx.db.inCompany(scope, async (tx) => {
      const plan = await findPlan(tx, scope, planId);
      if (!plan) throw notFound(NO_PLAN);
      const fillings = await listPlanFillings(tx, scope, [planId]);
      // Purchases after the plan do not change the price that the plan compared with.
      const usual = await findUsualPrice(tx, scope, { vehicleId: plan.vehicle.id, until: plan.madeAt });
      return presentFuelPlan(plan, { fact: matchFillings(plan, fillings.get(planId) ?? []), usual });
    });
  }
}

function toWish(body: EndpointBody<typeof calls.previewFuelPlan>, now: Date): PlanWish {
  const hundredths = (value: number | undefined) => (value === undefined ? null : Math.round(value * 100));
  return {
    vehicleId: body.vehicle_id,
    points: body.points,
    startCentilitres: Math.round(body.start_litres * 100),
    departsAt: body.departs_at === undefined ? now : new Date(body.departs_at),
    tankCentilitres: hundredths(body.tank_litres),
    normCentilitres: hundredths(body.norm_litres_100km),
    reserveCentilitres: hundredths(body.reserve_litres),
    heightCentimetres: hundredths(body.height_m),
    adbluePercent: body.adblue_percent ?? null,
  };
}
