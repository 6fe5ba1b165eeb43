import type { z } from 'zod';
import type { EndpointBody } from '#contract/endpoint.ts';
import { LIMIT_PERIODS } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { changeNetwork } from '#contract/fuel/networks.ts';
import type { partner as partnerOnWire } from '#contract/orders/orders.ts';
import type { cardPrice } from '#contract/programme/tariffs.ts';
import type { Context } from '../../../context.ts';
import { getPumpAnswer, issuesVirtualCards } from './network-at-pump.ts';
import type { NetworkInput } from './add-network.ts';
import type { CardPrice } from './card-prices.ts';
import { offeredPartner, type PartnerRecord } from './partners.ts';

export function presentPartner(
  ctx: Pick<Context, 'addedNetwork' | 'networkIds' | 'isSimulated' | 'config'>,
  partner: PartnerRecord,
): z.input<typeof partnerOnWire> {
  const { id, key, title, active, cardPrice } = offeredPartner(ctx, partner);
  const added = ctx.addedNetwork(id);
  const appearance = added ? { colour: added.colour, brands: [...added.brands] } : {};
  return {
    id,
    key,
    title,
    active,
    card_price: toRubles(cardPrice),
    virtual: active && issuesVirtualCards(ctx, id),
    pump: getPumpAnswer(ctx, id),
    ...appearance,
  };
}

/** Returns the settings of a network that a staff member has sent, each once. */
export function toNetworkInput(body: EndpointBody<typeof changeNetwork>): Omit<NetworkInput, 'adapter'> {
  return {
    title: body.title,
    address: body.address ?? null,
    settings: body.settings ?? null,
    colour: body.colour,
    brands: [...new Set(body.brands)],
    goodsIds: [...new Set(body.goods)],
    limitPeriods: LIMIT_PERIODS.filter((period) => body.limit_periods.includes(period)),
    choosesGoods: body.chooses_goods,
    blocksCards: body.blocks_cards,
  };
}

export function presentCardPrice(price: CardPrice): z.input<typeof cardPrice> {
  return {
    id: price.id,
    partner: price.partner,
    card_price: toRubles(price.price),
    first_day: price.firstDay,
    current: price.current,
    created_at: price.createdAt.toISOString(),
    created_by: price.createdBy,
  };
}
