import type { FastifyInstance } from 'fastify';
import { readMaintenance } from '#contract/auth.ts';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import * as calls from '#contract/staff.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { findMaintenance } from './find-maintenance.ts';
import { listAnnounced } from './list-announced.ts';
import { presentWorks } from './present.ts';
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

  bind(app, ctx, readMaintenance, async () => {
    const now = ctx.clock.now();
    const [whole, announced] = await Promise.all([
      findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING], now }),
      listAnnounced(ctx.db.system, now),
    ]);
    return { data: { maintenance: whole && presentWorks(whole), announced: announced.map(presentWorks) } };
  });

  bind(app, ctx, calls.endMaintenance, async ({ query, body, request }) => {
    // An empty field of a query counts as not sent; here that would end the maintenance of all partners.
    if ((request.query as Record<string, unknown>).partner === '')
      throw fieldRefusal('partner', 'Укажите партнёра: 0 для всего портала, иначе от 1 до 4');
    await deleteMaintenance(ctx.db.system, body.partner ?? query.partner ?? null);
    return { data: {} };
  });
}
