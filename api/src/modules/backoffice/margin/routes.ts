import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/margin.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readMargin, readMarginYear } from './read-margin.ts';

export function marginRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readMargin, async ({ query }) => readMargin(ctx, query));

  bind(app, ctx, calls.readMarginYear, async ({ params, query }) =>
    readMarginYear(ctx, { ...params, ...query }),
  );
}
