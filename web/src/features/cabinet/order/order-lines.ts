import type { z } from 'zod';
import { placeInOrderForm, type PartnerId } from '#contract/ids.ts';
import type { partner } from '#contract/orders/orders.ts';
import { getCount, type OrderDraft } from '../../../state/order-draft.ts';

export type Partner = z.infer<typeof partner>;

export type OrderLine = {
  partnerId: PartnerId;
  title: string;
  count: number;
  /** Rubles for all cards of this line. */
  sumRubles: number;
};

/** Returns the lines of the order: connected networks with a count, in the order of the form (spec section 7). */
export function orderLines(draft: OrderDraft, partners: readonly Partner[]): OrderLine[] {
  return sortLikeForm(partners).flatMap((network) => {
    const { id: partnerId } = network;
    const count = getCount(draft, partnerId);
    if (!network.active || count === 0) return [];
    return [
      {
        partnerId,
        title: network.title,
        count,
        sumRubles: (Math.round(network.card_price * 100) * count) / 100,
      },
    ];
  });
}

export function sortLikeForm(partners: readonly Partner[]): Partner[] {
  return partners.toSorted((a, b) => placeInOrderForm(a.id) - placeInOrderForm(b.id));
}

/** Rubles, exact to the kopeck, with the delivery. */
export function sumOfLines(lines: readonly OrderLine[], deliveryRubles = 0): number {
  const delivery = Math.round(deliveryRubles * 100);
  return lines.reduce((kopecks, line) => kopecks + Math.round(line.sumRubles * 100), delivery) / 100;
}

export function countOfLines(lines: readonly OrderLine[]): number {
  return lines.reduce((count, line) => count + line.count, 0);
}
