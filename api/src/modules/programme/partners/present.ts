import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { partner } from '#contract/orders.ts';
import type { cardPrice } from '#contract/tariffs.ts';
import type { CardPrice } from './card-price-store.ts';
import type { PartnerRecord } from './partner.ts';

export function presentPartner({
  id,
  key,
  title,
  active,
  cardPrice,
}: PartnerRecord): z.input<typeof partner> {
  return { id, key, title, active, card_price: toRubles(cardPrice) };
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
