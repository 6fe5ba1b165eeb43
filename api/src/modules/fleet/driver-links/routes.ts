import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fleet/driver-links.ts';
import type { driverLink } from '#contract/fleet/driver-links.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { presentCard } from '../../cards/cards/present.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { createDriverLink } from './create-driver-link.ts';
import { findDispatcherPhone, setDispatcherPhone } from './dispatcher-phone.ts';
import { listOpenLinks, type DriverLink } from './driver-links.ts';
import { revokeDriverLink } from './revoke-driver-link.ts';
import { setCardDrivers } from './set-card-drivers.ts';
import type { z } from 'zod';

export function driverLinkRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listDriverLinks, async ({ params, scope }) => {
    await readCard(ctx, scope, params.id);
    const links = await ctx.db.inCompany(scope, (tx) => listOpenLinks(tx, scope, params.id));
    return { data: links.map(presentDriverLink) };
  });

  bind(app, ctx, calls.createDriverLink, async ({ params, body, session, scope }) => ({
    data: await createDriverLink(ctx, {
      scope,
      cardId: params.id,
      driverId: body.driver_id,
      by: session.userId,
      site: publicAddress(ctx.config),
    }),
  }));

  bind(app, ctx, calls.setCardDrivers, async ({ params, body, session, scope }) => {
    const { links, before } = await setCardDrivers(ctx, {
      scope,
      cardId: params.id,
      driverIds: body.driver_ids,
      linkTo: body.link_to,
      by: session.userId,
      site: publicAddress(ctx.config),
    });
    return {
      data: {
        card: presentCard(ctx, await readCard(ctx, scope, params.id)),
        links: links.map(({ driverId, ...link }) => ({ driver_id: driverId, ...link })),
        before: { driver_ids: [...before.driverIds], link_to: [...before.linkTo] },
      },
    };
  });

  bind(app, ctx, calls.revokeDriverLink, async ({ params, session, scope }) => {
    await revokeDriverLink(ctx, scope, { id: params.id, by: session.userId });
    return { data: {} };
  });

  bind(app, ctx, calls.readDispatcherPhone, async ({ scope }) => ({
    data: { phone: await ctx.db.inCompany(scope, (tx) => findDispatcherPhone(tx, scope)) },
  }));

  bind(app, ctx, calls.setDispatcherPhone, async ({ body, session, scope }) => {
    const phone = body.phone ?? null;
    await setDispatcherPhone(ctx, scope, { phone, by: session.userId });
    return { data: { phone } };
  });
}

function presentDriverLink(link: DriverLink): z.input<typeof driverLink> {
  return {
    id: link.id,
    driver: link.driver,
    phone: `•• ${link.phone.slice(-2)}`,
    made_at: link.madeAt.toISOString(),
    bound_at: link.boundAt?.toISOString() ?? null,
    seen_at: link.seenAt?.toISOString() ?? null,
  };
}
