import type { FastifyInstance } from 'fastify';
import { readMonth as readMonthCall } from '#contract/insights/months.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readMonth } from './read-month.ts';

export function monthRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readMonthCall, async ({ params, scope }) => ({
    data: await readMonth(ctx, scope, params.month),
  }));
}
