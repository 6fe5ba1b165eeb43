import type { FastifyInstance } from 'fastify';
import { toRubles } from '#contract/kopecks.ts';
import * as calls from '#contract/money/money.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { setThreshold } from './balance-threshold.ts';

export function balanceAlertRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.setThreshold, async ({ body, session, scope }) => {
    const threshold = await setThreshold(ctx, { scope, userId: session.userId, threshold: body.threshold });
    return { data: { threshold: threshold === null ? null : toRubles(threshold) } };
  });
}
