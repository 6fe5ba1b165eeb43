import type { FastifyInstance } from 'fastify';
import { searchEverything as searchEverythingCall } from '#contract/insights/search.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentFound } from './present.ts';
import { searchEverything } from './search-everything.ts';

export function searchRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, searchEverythingCall, async ({ query, scope }) => ({
    data: presentFound(await searchEverything(ctx, scope, query.q), ctx.programme.today().invoicePrefix),
  }));
}
