import type { FastifyInstance } from 'fastify';
import * as cardCalls from '#contract/cards/cards.ts';
import * as calls from '#contract/cards/drivers.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { presentCard, presentDriver } from '../cards/present.ts';
import { readCard } from '../cards/read-card.ts';
import { addDriver } from './add-driver.ts';
import { attachDriver, detachDriver } from './driver-cards.ts';
import { listShownDrivers } from './drivers.ts';
import { removeDriver } from './remove-driver.ts';
import { updateDriver } from './update-driver.ts';

export function driverRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listDrivers, async ({ scope }) => ({ data: await listShownDrivers(ctx, scope) }));

  bind(app, ctx, calls.addDriver, async ({ body: { told, ...fields }, scope, session, requestKey }) => ({
    data: presentDriver(await addDriver(ctx, { scope, requestKey, userId: session.userId, told, fields })),
  }));

  bind(app, ctx, calls.updateDriver, async ({ params, body, scope, requestKey }) => {
    const changed = await updateDriver(ctx, { scope, requestKey, driverId: params.id, fields: body });
    return { data: { ...presentDriver(changed.driver), links_revoked: changed.linksRevoked } };
  });

  bind(app, ctx, calls.removeDriver, async ({ params, scope, session }) => {
    const termsAccepted = session.company?.termsAccepted ?? false;
    await removeDriver(ctx, { scope, driverId: params.id, termsAccepted });
    return { data: { id: params.id } };
  });

  bind(app, ctx, cardCalls.attachDriver, async ({ params: { id: cardId, driverId }, scope }) => {
    await attachDriver(ctx, { scope, cardId, driverId });
    return { data: presentCard(ctx, await readCard(ctx, scope, cardId)) };
  });

  bind(app, ctx, cardCalls.detachDriver, async ({ params: { id: cardId, driverId }, scope }) => {
    await detachDriver(ctx, { scope, cardId, driverId });
    return { data: presentCard(ctx, await readCard(ctx, scope, cardId)) };
  });
}
