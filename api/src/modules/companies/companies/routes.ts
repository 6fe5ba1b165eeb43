import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders/orders.ts';
import { allowSharedCode as allowSharedCodeCall, readSharedCode } from '#contract/companies/company-desk.ts';
import { requireCompanyFactor } from '#contract/identity/second-factor.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { checkInn } from './check-inn.ts';
import { findAccess } from './companies.ts';
import { requireFactor } from './require-factor.ts';
import { allowSharedCode, filterSharedCode } from './shared-code.ts';

export function companyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.checkInn, async ({ query, session }) => {
    const { title, legalForm, kpp, address } = await checkInn(ctx, query.inn, session.userId);
    const own = session.company && session.role !== 'none' ? session.company.id : null;
    const client = await findAccess(ctx.db.system, { inn: query.inn, userId: session.userId });
    const access = client && client.companyId !== own ? client.access : null;
    return { data: { title, legal_form: legalForm, kpp, address, access } };
  });

  bind(app, ctx, requireCompanyFactor, async ({ body, session, scope, from }) => {
    if (body.required && !session.hasFactor)
      throw conflict('Сначала подключите второй фактор себе, потом требуйте его от коллег');
    await requireFactor(ctx, { scope, required: body.required, userId: session.userId, ip: from.ip });
    return { data: { required: body.required } };
  });

  bind(app, ctx, readSharedCode, async ({ scope }) => {
    const allowing = await ctx.db.inCompany(scope, (tx) => filterSharedCode(tx, [scope]));
    return { data: { allowed: allowing.has(scope.companyId) } };
  });

  bind(app, ctx, allowSharedCodeCall, async ({ body, session, scope, from }) => {
    await allowSharedCode(ctx, { scope, allowed: body.allowed, userId: session.userId, ip: from.ip });
    return { data: { allowed: body.allowed } };
  });
}
