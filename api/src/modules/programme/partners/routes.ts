import type { FastifyInstance } from 'fastify';
import * as networkCalls from '#contract/fuel/networks.ts';
import * as staffCalls from '#contract/backoffice/staff.ts';
import * as tariffCalls from '#contract/programme/tariffs.ts';
import type { Context } from '../../../context.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { addNetwork } from './add-network.ts';
import { listCardPriceRecords, planCardPrice } from './card-prices.ts';
import { changeNetwork } from './change-network.ts';
import { presentCardPrice, presentPartner, toNetworkInput } from './present.ts';
import { updatePartner } from './update-partner.ts';

export function partnerRoutes(app: FastifyInstance, ctx: Context): void {
  const today = () => moscowDay(ctx.clock.now());

  bind(app, ctx, staffCalls.updatePartner, async ({ params, body, session, from }) => {
    const change = { id: params.id, active: body.active, cardPrice: body.card_price };
    const by = { staffId: session.userId, ip: from.ip };
    return { data: presentPartner(ctx, await updatePartner(ctx, { ...change, ...by })) };
  });

  bind(app, ctx, networkCalls.addNetwork, async ({ body, session, from, requestKey }) => {
    const network = { ...toNetworkInput(body), adapter: body.adapter };
    const by = { staffId: session.userId, ip: from.ip, requestKey };
    const added = await addNetwork(ctx, { key: body.key, cardPrice: body.card_price, network, ...by });
    return { data: presentPartner(ctx, added) };
  });

  bind(app, ctx, networkCalls.changeNetwork, async ({ params, body, session, from }) => {
    const by = { staffId: session.userId, ip: from.ip };
    const changed = await changeNetwork(ctx, { id: params.id, network: toNetworkInput(body), ...by });
    return { data: presentPartner(ctx, changed) };
  });

  bind(app, ctx, networkCalls.readNetworkChoices, async () => {
    const adapters = (Object.keys(networkCalls.NETWORK_ADAPTERS) as networkCalls.NetworkAdapter[]).filter(
      (key) => key !== 'simulated' || ctx.simulated !== null,
    );
    return { data: { adapters, goods: NETWORK_GOODS.map(({ id, title }) => ({ id, title })) } };
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
