import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { partner } from '#contract/orders.ts';
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
