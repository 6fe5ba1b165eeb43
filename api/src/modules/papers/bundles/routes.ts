import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/papers/bundles.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { downloadBundle } from './download-bundle.ts';

export function bundleRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.downloadBundle, ({ query, scope, session, from }) =>
    downloadBundle(ctx, scope, { days: query, userId: session.userId, ip: from.ip }),
  );
}
