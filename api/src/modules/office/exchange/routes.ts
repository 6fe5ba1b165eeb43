import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/exchange.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { downloadEnterpriseData } from './download-enterprise-data.ts';

export function exchangeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.downloadEnterpriseData, ({ query, scope }) =>
    downloadEnterpriseData(ctx, scope, query),
  );
}
