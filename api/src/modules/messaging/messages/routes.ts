import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/messaging/staff-messages.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { findMessages } from './message-store.ts';
import { presentMessage } from './present.ts';

export function messageRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listStaffMessages, async ({ query }) => {
    const { found, total } = await findMessages(ctx.db.system, query, ctx.clock.now());
    return { data: found.map(presentMessage), meta: toPagination(query, total) };
  });
}
