import { PARTNER, PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import type { PurchasePricing } from '#contract/programme/purchase-terms.ts';
import { changeAsStaff } from './ask.ts';
import type { Sale } from './truth.ts';
import type { World } from './world.ts';

/** Kopecks a litre of each sale here. */
export const PUMP_PRICE = 6500;

interface Supplier {
  /** By which the bank's files name it. */
  inn: string;
  /** In hundredths of a percent, or in kopecks a litre; null: the programme pays the price of the station. */
  terms: { pricing: PurchasePricing; rate: number; bonus: number } | null;
}

export const SUPPLIERS: Record<FirstPartnerId, Supplier> = {
  [PARTNER.rn]: { inn: '7706107510', terms: { pricing: 'percent', rate: 425, bonus: 110 } },
  [PARTNER.gpn]: { inn: '5504036333', terms: { pricing: 'fixed', rate: 6037, bonus: 50 } },
  [PARTNER.third]: { inn: '7708004767', terms: { pricing: 'litre', rate: 137, bonus: 0 } },
  [PARTNER.other]: { inn: '1644003838', terms: null },
};

/** Staff enter the suppliers and what the programme pays them, before the first client joins. */
export async function enterPurchaseTerms(world: World): Promise<void> {
  const firstDay = world.outside.clock.now().toISOString().slice(0, 10);
  for (const id of PARTNER_IDS) {
    const { inn, terms } = SUPPLIERS[id];
    await changeAsStaff(world, 'PUT', `/staff/api/partners/${id}/supplier`, { inn, payment_days: 10 });
    if (!terms) continue;
    await changeAsStaff(world, 'POST', '/staff/api/purchase-terms', {
      partner_id: id,
      pricing: terms.pricing,
      rate: terms.rate / 100,
      bonus: terms.bonus / 100,
      first_day: firstDay,
    });
  }
}

/** Litres of a sale here, in hundredths. */
export function countCentilitres(sum: number): number {
  return Math.max(1, Math.round((sum * 100) / PUMP_PRICE));
}

/** Returns the discount that a sale's network gives and the bonus that it pays back, in kopecks; below zero for a refund. */
export function priceSale({ card, sum, refundedSale }: Sale): { received: number; bonus: number } {
  const { terms } = SUPPLIERS[card.partnerId];
  if (!terms) return { received: 0, bonus: 0 };
  const sign = refundedSale ? -1 : 1;
  return {
    received: sign * getDiscount(terms, sum),
    bonus: sign * halfUp(sum * terms.bonus, 10_000),
  };
}

function getDiscount({ pricing, rate }: NonNullable<Supplier['terms']>, sum: number): number {
  if (pricing === 'percent') return halfUp(sum * rate, 10_000);
  const byLitre = halfUp(countCentilitres(sum) * rate, 100);
  return pricing === 'fixed' ? sum - byLitre : Math.min(byLitre, sum);
}

/** VAT of fuel, in percent. */
const VAT = 22;

/** VAT within a sum of fuel. */
export function includedVat(sum: number): number {
  return halfUp(sum * VAT, 100 + VAT);
}

/** Divides whole numbers, half up. */
export function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
