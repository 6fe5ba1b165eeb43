import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/papers/exchange.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { findProgramCall } from './endpoint-store.ts';
import { endpointRoutes } from './endpoint-routes.ts';
import { downloadEnterpriseData } from './download-enterprise-data.ts';
import { downloadInvoiceXml } from './download-invoice-xml.ts';

export function exchangeRoutes(app: FastifyInstance, ctx: Context): void {
  endpointRoutes(app, ctx);

  bind(app, ctx, calls.readExchange, async ({ scope }) => {
    const called = await ctx.db.inCompany(scope, (tx) => findProgramCall(tx, scope));
    return { data: { called: called && { at: called.at.toISOString(), call: called.call } } };
  });

  bind(app, ctx, calls.downloadEnterpriseData, ({ query, scope }) =>
    downloadEnterpriseData(ctx, scope, query),
  );

  bind(app, ctx, calls.downloadInvoiceXml, ({ params, scope }) => downloadInvoiceXml(ctx, scope, params.id));
}
