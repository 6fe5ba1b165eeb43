import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders.ts';
import * as staffCalls from '#contract/staff.ts';
import * as tariffCalls from '#contract/tariffs.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listCardPriceRecords } from './card-price-store.ts';
import { listPricedPartners } from './list-priced-partners.ts';
import { planCardPrice } from './plan-card-price.ts';
import { presentCardPrice, presentPartner } from './present.ts';
import { updatePartner } from './update-partner.ts';

export function partnerRoutes(app: FastifyInstance, ctx: Context): void {
  const today = () => moscowDay(ctx.clock.now());

  bind(app, ctx, calls.listPartners, async () => {
    const partners = await listPricedPartners(ctx.db.system, today());
    return { data: partners.map(presentPartner) };
  });

  bind(app, ctx, staffCalls.updatePartner, async ({ params, body, session, from }) => {
    const change = { id: params.id, active: body.active, cardPrice: body.card_price };
    const by = { staffId: session.userId, ip: from.ip };
    return { data: presentPartner(await updatePartner(ctx, { ...change, ...by })) };
  });

  bind(app, ctx, tariffCalls.listCardPrices, async () => ({
    data: (await listCardPriceRecords(ctx.db.system, today())).map(presentCardPrice),
  }));

  bind(app, ctx, tariffCalls.planCardPrice, async ({ params, body, session, from }) => {
    const price = await planCardPrice(ctx, {
      partnerId: params.id,
      price: body.card_price,
      firstDay: body.first_day,
      staffId: session.userId,
      ip: from.ip,
    });
    return { data: presentCardPrice(price) };
  });
}
