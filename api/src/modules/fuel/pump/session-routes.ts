import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fuel/pump-sessions.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { getNetworkAbility } from '../../fleet/rules/purchase/network-ability.ts';
import { findPumpSession, listPumpSessions } from '../authorisations/pump-sessions.ts';
import { cancelPumpSession, NO_SESSION } from './cancel-pump-session.ts';
import { offerFuel } from './offer-fuel.ts';
import { presentPumpSession } from './present.ts';

const MAX_LISTED = 50;

export function pumpSessionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createPumpSession, async ({ params, body, scope, session }) => {
    const made = await offerFuel(ctx, {
      scope,
      cardId: params.id,
      how: body.how,
      stationId: body.station_id ?? null,
      goodsId: body.goods_id ?? null,
      centilitres: body.litres ?? null,
      origin: 'cabinet',
      userId: session.userId,
      driverId: null,
    });
    return { data: presentPumpSession(made, ctx.clock.now()) };
  });

  bind(app, ctx, calls.listPumpSessions, async ({ query, scope }) => {
    const filter = { cardId: query.card_id ?? null, state: query.state ?? null, max: MAX_LISTED };
    const found = await ctx.db.inCompany(scope, (tx) => listPumpSessions(tx, scope, filter));
    const now = ctx.clock.now();
    const accepted = filter.cardId === null ? null : await isAccepted(ctx, scope, filter.cardId);
    return { data: found.map((session) => presentPumpSession(session, now)), meta: { accepted } };
  });

  bind(app, ctx, calls.readPumpSession, async ({ params, scope }) => {
    const found = await ctx.db.inCompany(scope, (tx) => findPumpSession(tx, scope, params.id));
    if (!found) throw notFound(NO_SESSION);
    return { data: presentPumpSession(found, ctx.clock.now()) };
  });

  bind(app, ctx, calls.cancelPumpSession, async ({ params, scope }) => ({
    data: presentPumpSession(await cancelPumpSession(ctx, scope, params.id), ctx.clock.now()),
  }));
}

/** 404 for another company's card. */
async function isAccepted(ctx: Context, scope: CompanyScope, cardId: number): Promise<boolean> {
  const { partnerId } = await readCard(ctx, scope, cardId);
  return getNetworkAbility(ctx, partnerId).asks;
}
