import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.ts';
import type { Context } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { deleteMaintenance, putMaintenance } from './maintenance-store.ts';

export function maintenanceRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.announceMaintenance, async ({ body }) => {
    const { partner, message, start, end } = body;
    await putMaintenance(ctx.db.system, {
      partnerId: partner,
      message,
      startsAt: start,
      endsAt: end,
    });
    return { data: { partner } };
  });

  bind(app, ctx, calls.endMaintenance, async ({ query, body }) => {
    await deleteMaintenance(ctx.db.system, body.partner ?? query.partner ?? null);
    return { data: {} };
  });
}
