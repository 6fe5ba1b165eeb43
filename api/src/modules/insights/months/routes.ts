import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/insights/months.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listMonthChoices, setMonthChoices } from '../../companies/companies/month-choices.ts';
import { readMonth } from './read-month.ts';

export function monthRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readMonth, async ({ params, scope }) => ({
    data: await readMonth(ctx, scope, params.month),
  }));

  bind(app, ctx, calls.readMonthChoices, async ({ scope }) => {
    const choices = await ctx.db.inCompany(scope, (tx) => listMonthChoices(tx, [scope]));
    const { noMileage = false, noWaybills = false } = choices.get(scope.companyId) ?? {};
    return { data: { no_mileage: noMileage, no_waybills: noWaybills } };
  });

  bind(app, ctx, calls.setMonthChoices, async ({ body, session, scope, from }) => {
    const choices = { noMileage: body.no_mileage, noWaybills: body.no_waybills };
    await setMonthChoices(ctx, { scope, choices, userId: session.userId, ip: from.ip });
    return { data: body };
  });
}
