import type { FastifyInstance } from 'fastify';
import { readMaintenance } from '#contract/identity/auth.ts';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import * as calls from '#contract/backoffice/staff.ts';
import { listStaffMaintenance } from '#contract/programme/staff-programme.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { bind } from '../../../http/bind.ts';
import {
  findMaintenance,
  listAnnounced,
  type MaintenanceRecord,
  deleteMaintenance,
  listUnfinished,
  putMaintenance,
} from './maintenance.ts';
import { presentWorks } from './present.ts';

/** `tell` notifies users of announced maintenance. This module does not know who they are. */
export function maintenanceRoutes(
  app: FastifyInstance,
  ctx: Context,
  notify: (tx: Db, works: MaintenanceRecord) => Promise<void>,
): void {
  bind(app, ctx, calls.announceMaintenance, async ({ body, session, from }) => {
    const { partner, message, start, end } = body;
    assertKnown(ctx, partner);
    await ctx.db.inSystem(async (tx) => {
      const works = { partnerId: partner, message, startsAt: start, endsAt: end };
      await putMaintenance(tx, works);
      await notify(tx, works);
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'maintenance-announced',
        userId: session.userId,
        ip: from.ip,
        targets: [{ kind: 'partner', id: partner }],
        after: { message, start: start.toISOString(), end: end.toISOString() },
      });
    });
    return { data: { partner } };
  });

  bind(app, ctx, listStaffMaintenance, async () => {
    const now = ctx.clock.now();
    const works = await listUnfinished(ctx.db.system, now);
    return {
      data: works.map(({ partnerId, title, message, startsAt, endsAt }) => ({
        partner: partnerId,
        title: title ?? 'Весь портал',
        message,
        start: startsAt.toISOString(),
        end: endsAt.toISOString(),
        running: startsAt <= now,
      })),
    };
  });

  bind(app, ctx, readMaintenance, async () => {
    const now = ctx.clock.now();
    const [whole, announced] = await Promise.all([
      findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING], now }),
      listAnnounced(ctx.db.system, now),
    ]);
    return { data: { maintenance: whole && presentWorks(whole), announced: announced.map(presentWorks) } };
  });

  bind(app, ctx, calls.endMaintenance, async ({ query, body, request, session, from }) => {
    // An empty field of a query counts as not sent; here that would end the maintenance of all partners.
    if ((request.query as Record<string, unknown>).partner === '')
      throw fieldRefusal('partner', 'Укажите партнёра: 0 для всего портала, иначе номер сети');
    const partner = body.partner ?? query.partner ?? null;
    assertKnown(ctx, partner ?? MAINTENANCE_OF_EVERYTHING);
    await ctx.db.inSystem(async (tx) => {
      await deleteMaintenance(tx, partner);
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'maintenance-ended',
        userId: session.userId,
        ip: from.ip,
        targets: [{ kind: 'partner', id: partner ?? 'all' }],
      });
    });
    return { data: {} };
  });
}

function assertKnown(ctx: Context, partnerId: number): void {
  if (partnerId !== MAINTENANCE_OF_EVERYTHING && !ctx.partnerIds().includes(partnerId))
    throw fieldRefusal('partner', 'Такой сети нет');
}
