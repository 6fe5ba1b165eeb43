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
      startsAt: momentOf(start, '00:00:00.000'),
      endsAt: momentOf(end, '23:59:59.999'),
    });
    return { data: { partner } };
  });

  bind(app, ctx, calls.endMaintenance, async ({ query }) => {
    await deleteMaintenance(ctx.db.system, query.partner ?? null);
    return { data: {} };
  });
}

/** A moment as it is; a bare day stands for its beginning or its end in Moscow. */
function momentOf(text: string, timeOfDay: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${timeOfDay}+03:00` : text);
}
