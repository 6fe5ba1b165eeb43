import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/personal-data.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import {
  askForErasure,
  cancelErasure,
  findErasureObstacle,
  findDeclined,
  findOpenRequest,
  findPersonToErase,
  listRequests,
} from './erasures.ts';
import { declineErasure } from './decline-erasure.ts';
import { erasePerson } from './erase-person.ts';
import { exportMyData } from './export-my-data.ts';
import { presentErasure, presentOwnErasure } from './present.ts';

export function personalDataRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.downloadMyData, async ({ session, from }) => {
    const file = await exportMyData(ctx, { userId: session.userId, ip: from.ip });
    return { file, name: 'Мои данные.json', mime: 'application/json' };
  });

  bind(app, ctx, calls.readErasure, async ({ session }) => {
    const open = await findOpenRequest(ctx.db.system, session.userId);
    const person = await findPersonToErase(ctx.db.system, session.userId);
    const declined = await findDeclined(ctx.db.system, session.userId);
    return { data: presentOwnErasure({ open, obstacle: person && findErasureObstacle(person), declined }) };
  });

  bind(app, ctx, calls.askForErasure, async ({ session, from }) => {
    const at = await askForErasure(ctx, { userId: session.userId, ip: from.ip });
    return { data: { asked_at: at.toISOString() } };
  });

  bind(app, ctx, calls.cancelErasure, async ({ session, from }) => {
    await cancelErasure(ctx, { userId: session.userId, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, calls.listErasures, async () => ({
    data: (await listRequests(ctx.db.system)).map(presentErasure),
  }));

  bind(app, ctx, calls.declineErasure, async ({ params, body, session, from }) => {
    const request = { userId: params.id, byUserId: session.userId, reason: body.reason, ip: from.ip };
    return { data: { id: params.id, declined_at: (await declineErasure(ctx, request)).toISOString() } };
  });

  bind(app, ctx, calls.erasePerson, async ({ params, body, session, from }) => {
    const request = { userId: params.id, byUserId: session.userId, reason: body.reason, ip: from.ip };
    return { data: { id: params.id, erased_at: (await erasePerson(ctx, request)).toISOString() } };
  });
}
