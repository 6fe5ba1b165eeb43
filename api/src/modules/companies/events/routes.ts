import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/events.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readEvents } from './read-events.ts';

export function eventRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listEvents, async ({ scope, query }) => {
    const { events, next, more } = await readEvents(ctx, scope, query);
    return {
      data: events.map(({ id, type, at, data }) => ({ id, type, at: at.toISOString(), data })),
      meta: { next, more },
    };
  });
}
